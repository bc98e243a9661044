export { bySite } from './by-site.js';
export { drawPng } from './draw/draw.js';
export { makeScene, type Scene } from './draw/scene.js';
export { svgOf } from './draw/svg.js';
export { exportGraph, formatOfFile, GRAPH_FORMATS, type GraphFormat } from './exports/export.js';
export { type Graph, LinkCollector, linksOf } from './graph.js';
export { LAYOUTS, type Layout, layOut } from './layout/layout.js';
export { type GraphView, readGraph } from './read-graph.js';
export { DEFAULT_HUB_FACTOR, type GraphStatistics, graphStatistics } from './statistics.js';
