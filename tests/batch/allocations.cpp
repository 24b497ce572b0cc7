// A run allocates its results and nothing else, and where it works in more than 64 KiB, that in one piece. Counted are all
// calls of malloc and its kin; under a sanitizer, which has its own malloc, those of operator new.
#include <example_losses.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <new>

#if defined __SANITIZE_ADDRESS__
#define PERGRAD_TEST_COUNTS_NEW
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define PERGRAD_TEST_COUNTS_NEW
#endif
#endif
#ifndef __GLIBC__
#define PERGRAD_TEST_COUNTS_NEW
#endif

namespace {
std::size_t allocated = 0;
}

#ifdef PERGRAD_TEST_COUNTS_NEW

namespace {
void* counted_new(std::size_t size, std::size_t alignment) {
    ++allocated;
    void* const p = std::aligned_alloc(alignment, (size + alignment) / alignment * alignment);
    if (p == nullptr) throw std::bad_alloc();
    return p;
}
}  // namespace
void* operator new(std::size_t size) { return counted_new(size, alignof(std::max_align_t)); }
void* operator new[](std::size_t size) { return counted_new(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) { return counted_new(size, static_cast<std::size_t>(alignment)); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }

#else

// glibc lets a program define malloc itself, and operator new comes to it too.
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);

void* malloc(std::size_t size) {
    ++allocated;
    return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
    ++allocated;
    return __libc_calloc(count, size);
}
void* realloc(void* p, std::size_t size) {
    ++allocated;
    return __libc_realloc(p, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
    ++allocated;
    return __libc_memalign(alignment, size);
}
void* memalign(std::size_t alignment, std::size_t size) {
    ++allocated;
    return __libc_memalign(alignment, size);
}
int posix_memalign(void** p, std::size_t alignment, std::size_t size) {
    ++allocated;
    *p = __libc_memalign(alignment, size);
    return *p == nullptr;
}
}

#endif

using namespace example_losses;

namespace {

/// How often a call allocates.
template<class Call>
std::size_t allocations(const Call& call) {
    const std::size_t before = allocated;
    call();
    return allocated - before;
}

/// Each loss's calls, with results of their own and into memory of the user: `results` and none.
template<class Model, class F>
void check(const F& f, const batch_of<Model, float>& batch, std::size_t size, std::size_t results = 1) {
    std::vector<float> memory(size);
    BOOST_TEST(allocations([&] { batch.run(f); }) == results);
    BOOST_TEST(allocations([&] { batch.run_part(f, 0, batch.examples, pg::into(memory)); }) == results - 1);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(allocations_of_runs)

BOOST_AUTO_TEST_CASE(what_is_counted_is_every_way_to_allocate) {
    BOOST_TEST(allocations([] { delete new volatile int(3); }) == 1u);
    BOOST_TEST(allocations([] { delete[] new volatile char[300]; }) == 1u);
    BOOST_TEST(allocations([] { ::operator delete(::operator new(512, std::align_val_t{64}), std::align_val_t{64}); }) == 1u);
    BOOST_TEST(allocations([] { std::vector<double>(1000).at(7); }) == 1u);
    BOOST_TEST(allocations([] {}) == 0u);
}

BOOST_AUTO_TEST_CASE(a_run_over_a_batch_allocates_its_results) {
    const batch_of<affine_model, float> affine(37);
    constexpr auto f = pg::grad(affine_model::loss, affine_model::wrt);
    check(pg::vmap(f), affine, 37 * 40);
    check(pg::vmap(f, pg::looped), affine, 37 * 40);
    check(pg::vmap(pg::grad(affine_model::loss, affine_model::wrt, pg::dual)), affine, 37 * 40);
    check(pg::vmap(f) | pg::sum(), affine, 40);
    check(pg::vmap(f) | pg::mean(), affine, 40);
    check(pg::grad(pg::sum(pg::vmap(affine_model::loss)), affine_model::wrt), affine, 40);
    const batch_of<classes_model, float> classes(37);   // with labels, which are converted on the way
    check(pg::vmap(pg::grad(classes_model::loss, classes_model::wrt)), classes, 37 * 20);
}

BOOST_AUTO_TEST_CASE(values_that_are_kept_too_are_a_second_result) {
    const batch_of<scalar_model, float> batch(37);
    constexpr auto f = pg::value_and_grad(scalar_model::loss, scalar_model::wrt);
    check(pg::vmap(f), batch, 37, 2);
    check(pg::vmap(f) | pg::sum(), batch, 1);
}

BOOST_AUTO_TEST_CASE(one_example_allocates_its_gradient) {
    const batch_of<affine_model, float> batch(1);
    constexpr auto f = pg::grad(affine_model::loss, affine_model::wrt);
    BOOST_TEST(allocations([&] { batch.run_single(f, 0); }) == 1u);
    std::vector<float> memory(40);
    BOOST_TEST(allocations([&] {
                   affine_model::call(f, std::span<const float>(batch.parameters), batch.features_of(0, 1),
                                     batch.targets_of(0, 1), pg::into(memory));
               }) == 0u);
}

BOOST_AUTO_TEST_CASE(inputs_that_have_to_be_packed_need_no_memory) {
    const batch_of<affine_model, float> batch(37);
    constexpr auto f = pg::vmap(pg::grad(affine_model::loss, affine_model::wrt));
    const std::vector<int> rows = {5, 3, 5, 36, 0};
    std::vector<float> memory(5 * 40), all(37 * 40);
    const auto run = [&](const auto& X, const auto& Y, auto& to) {
        return allocations([&] { affine_model::call(f, std::span<const float>(batch.parameters), X, Y, pg::into(to)); });
    };
    BOOST_TEST(run(pg::each(batch.features, rows), pg::each(batch.targets, rows), memory) == 0u);
    BOOST_TEST(run(pg::each<1>(batch.features), pg::each<1>(batch.targets), all) == 0u);
}

BOOST_AUTO_TEST_CASE(the_length_of_a_batch_changes_nothing) {
    for (const std::size_t N : {0u, 1u, 4096u, 4097u, 100'000u}) {
        const batch_of<scalar_model, float> batch(N);
        constexpr auto f = pg::grad(scalar_model::loss, scalar_model::wrt);
        std::vector<float> memory(N), sum(1);
        BOOST_TEST(allocations([&] { batch.run_part(pg::vmap(f), 0, N, pg::into(memory)); }) == 0u);
        BOOST_TEST(allocations([&] { batch.run_part(pg::vmap(f) | pg::sum(), 0, N, pg::into(sum)); }) == 0u);
    }
}

BOOST_AUTO_TEST_CASE(a_workspace_of_more_than_64_kib_is_one_allocation) {
    // 784 x 32 sums alone are 98 KiB
    constexpr auto w1 = pg::matrix<"w1", 32, 784>;
    constexpr auto w2 = pg::vector<"w2", 32>;
    constexpr auto x = pg::vector<"x", 784>;
    constexpr auto loss = pg::square(pg::dot(w2, pg::tanh(pg::dot(w1, x))));
    constexpr auto f = pg::vmap(pg::grad(loss, pg::wrt(w1, w2))) | pg::sum();
    const std::vector<float> W1(32 * 784, 0.01f), W2(32, 1.0f), X(5 * 784, 0.1f);
    std::vector<float> memory(32 * 784 + 32);
    BOOST_TEST(allocations([&] { f(w1 = W1, w2 = W2, x = pg::each(X), pg::into(memory)); }) == 1u);
    BOOST_TEST(allocations([&] { f(w1 = W1, w2 = W2, x = pg::each(X)); }) == 2u);
    const double h = std::tanh(0.784), by_w2 = 5 * 2 * 32 * h * h, by_w1 = 5 * 2 * 32 * h * (1 - h * h) * 0.1;
    BOOST_TEST(memory[0] == by_w1, boost::test_tools::tolerance(1e-4));
    BOOST_TEST(memory.back() == by_w2, boost::test_tools::tolerance(1e-4));
}

BOOST_AUTO_TEST_SUITE_END()
