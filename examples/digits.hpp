// The handwritten digits of examples/data/digits.csv: reads them, draws one in characters.
#pragma once

#include <cstdio>
#include <fstream>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

/// Images of 8x8 pixels from 0 (white) to 1 (black), one after the other.
struct Digits {
    std::vector<float> pixels;
    std::vector<int> labels;

    std::size_t size() const { return labels.size(); }
    std::span<const float, 64> image(std::size_t n) const { return std::span<const float, 64>(&pixels[64 * n], 64); }
};

/// A line has 64 pixels from 0 to 16, and the label.
inline Digits read_digits(const std::string& path) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot read " + path + "; run the examples in the root of the repository");
    Digits digits;
    for (std::string line; std::getline(file, line);) {
        std::istringstream numbers(line);
        int number = 0;
        char comma = 0;
        for (int i = 0; i < 64 && numbers >> number >> comma; ++i) digits.pixels.push_back(static_cast<float>(number) / 16);
        if (!(numbers >> number)) throw std::runtime_error(path + ": a line has fewer than 65 numbers");
        digits.labels.push_back(number);
    }
    return digits;
}

/// One row of an image, two characters a pixel: characters are about twice as high as wide.
inline std::string draw_row(std::span<const float, 64> image, std::size_t row) {
    const char shades[] = " .:-=+*#%@";
    std::string line;
    for (float pixel : image.subspan(8 * row, 8)) line += std::string(2, shades[static_cast<int>(pixel * 9 + 0.5f)]);
    return line;
}
