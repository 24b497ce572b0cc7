// Batches against JAX: rows drawn by their numbers, a regulariser beside the sum or mean of the losses. And that a golden
// file with a fault is refused with a sentence that says which.
#include "golden.hpp"

namespace pg = pergrad;
using namespace pg::literals;
using golden::arrays, golden::each, golden::shared;

namespace {

constexpr auto w = pg::matrix<"w", 3, 4>;
constexpr auto x = pg::vector<"x", 4>;
constexpr auto label = pg::integer<"label">;
constexpr auto loss = pg::softmax_cross_entropy(pg::dot(w, x), label);

/// What the reader says of a file with this text.
std::string fault_of(const std::string& text) {
    try {
        std::istringstream in(text);
        arrays(in, "f").of_shape("a", {2});
    } catch (const std::runtime_error& e) {
        return e.what();
    }
    return "none";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(golden_batches)

BOOST_AUTO_TEST_CASE(rows_drawn_by_their_numbers_agree_with_jax) {
    const arrays file = golden::open("indexed");
    std::vector<int> chosen;
    for (const double row : file["chosen"].numbers) chosen.push_back(static_cast<int>(row));
    const auto with = [&]<class T>(T) {
        const auto all = [&](const auto&... inputs) {
            golden::check_examples<T>(file, loss, pg::wrt(w), golden::scale::of_array, inputs...);
            golden::check_batch<T>(file, pg::sum(pg::vmap(loss)), pg::wrt(w), "batch", inputs...);
        };
        all(shared{w}, golden::chosen_of(x, chosen), golden::chosen_of(label, chosen));
    };
    with(double());
    with(float());
}

BOOST_AUTO_TEST_CASE(a_batch_with_a_regulariser_agrees_with_jax) {
    const arrays file = golden::open("regularised");
    constexpr auto regulariser = 0.5_c * pg::squared_norm(w);
    const auto with = [&]<class T>(T) {
        golden::check_batch<T>(file, pg::sum(pg::vmap(loss)) + regulariser, pg::wrt(w), "sum", shared{w}, each{x},
                               each{label});
        golden::check_batch<T>(file, pg::mean(pg::vmap(loss)) + regulariser, pg::wrt(w), "mean", shared{w}, each{x},
                               each{label});
    };
    with(double());
    with(float());
}

BOOST_AUTO_TEST_CASE(a_golden_file_with_a_fault_is_refused_with_its_name_and_the_fault) {
    const std::string start = "golden file \"f\": ";
    BOOST_TEST(fault_of("# remark\narray a 2\n1 -2.5e-3\n") == "none");
    BOOST_TEST(fault_of("array a 2\nnan -inf\n") == "none");
    BOOST_TEST(fault_of("array b 2\n1 2\n") == start + "\"a\" is not there");
    BOOST_TEST(fault_of("array a 1 2\n1 2\n") == start + "\"a\" has (1, 2), needed: (2)");
    BOOST_TEST(fault_of("array a 2\n1\narray b\n3\n") == start + "\"a\" has 1 numbers for the shape (2)");
    BOOST_TEST(fault_of("array a 2\n1 2 3\n") == start + "\"a\" has 3 numbers for the shape (2)");
    BOOST_TEST(fault_of("array a 2\n1 2x\n") == start + "\"2x\" is no number");
    BOOST_TEST(fault_of("1 2\n") == start + "\"1\" stands before the first array");
    BOOST_TEST(fault_of("array a 2\n1 2\narray a 2\n1 2\n") == start + "\"a\" is there twice");
    BOOST_TEST(fault_of("# remark\n") == start + "\"array\" is not there, nor any other");
    BOOST_CHECK_EXCEPTION(golden::open("nowhere"), std::runtime_error, [](const std::runtime_error& e) {
        return std::string_view(e.what()).ends_with("nowhere.txt\" can't be read; tests/golden/make.py makes it");
    });
}

BOOST_AUTO_TEST_SUITE_END()
