// How an example checks its own numbers: each against the published one, to a relative error of 1e-5 (they are float32).
#pragma once

#include <cmath>
#include <cstdio>
#include <ranges>
#include <vector>

class checks {
public:
    /// Compares two sequences number by number. The numbers of an array have a common scale, that of its largest one: the
    /// small ones among them are what is left of differences of large ones.
    template<std::ranges::input_range Found, std::ranges::input_range Published>
    void close(const char* what, const Found& found, const Published& published) {
        const std::vector<double> a(std::ranges::begin(found), std::ranges::end(found));
        const std::vector<double> b(std::ranges::begin(published), std::ranges::end(published));
        double scale = 0, error = a.size() == b.size() && !b.empty() ? 0 : INFINITY;
        for (double number : b) scale = std::fmax(scale, std::fabs(number));
        for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
            const double distance = std::fabs(a[i] - b[i]);
            error = std::isnan(distance) ? INFINITY : std::fmax(error, distance);
        }
        const double relative = scale == 0 ? error : error / scale;
        char text[40];
        std::snprintf(text, sizeof text, " (relative error %.1e)", relative);
        report(what, relative <= 1e-5, text);
    }
    void close(const char* what, double found, double published) {
        close(what, std::vector{found}, std::vector{published});
    }
    void that(const char* what, bool holds) { report(what, holds, ""); }

    /// What main returns.
    int exit_code() const { return all_good ? 0 : 1; }

private:
    void report(const char* what, bool good, const char* why) {
        std::printf("%s %s%s\n", good ? "ok   " : "WRONG", what, why);
        all_good = all_good && good;
    }
    bool all_good = true;
};
