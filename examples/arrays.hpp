// Reads the arrays of examples/data: a line with a name and the lengths of the axes, then the numbers, row by row.
#pragma once

#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

/// Every array of a file by its name, as float32, without its shape: pergrad's variables know theirs.
inline std::map<std::string, std::vector<float>> read_arrays(const std::string& path) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot read " + path + "; run the examples in the root of the repository");
    std::map<std::string, std::vector<float>> arrays;
    for (std::string line; std::getline(file, line);) {
        std::istringstream head(line);
        std::string name;
        if (!(head >> name)) continue;   // a blank line
        std::size_t size = 1;
        for (std::size_t length; head >> length;) size *= length;
        std::vector<float> numbers(size);
        for (float& number : numbers)
            if (!(file >> number)) throw std::runtime_error(path + ": \"" + name + "\" is cut short");
        file.ignore();   // the end of the last row
        arrays[name] = std::move(numbers);
    }
    return arrays;
}
