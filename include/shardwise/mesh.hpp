// Meshes of devices with named axes: Axis, Mesh<X, Y>, make_mesh.
#pragma once

#include <shardwise/backends/executor/mesh.hpp>
