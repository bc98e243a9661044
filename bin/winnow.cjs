#!/usr/bin/env -S MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=1000000 node --max-semi-space-size=8
// The command `winnow`: looks which Node runs it before anything is loaded that an old one cannot read, then starts the program.
// A checkout helps itself to a newer Node; elsewhere a sentence says what is missing. In old JavaScript, like what it requires.
'use strict';

var fs = require('fs');
var path = require('path');
var node = require('./node-version.cjs');

var program = path.join(__dirname, '..', 'dist', 'cli', 'main.js');
var helper = path.join(__dirname, '..', 'scripts', 'with-node.cjs');

function end(sentence) {
  process.stderr.write('winnow: ' + sentence + '\n');
  process.exit(1);
}

if (!fs.existsSync(program)) end('The program is not compiled yet. Run: npm run build');
else if (!node.isOld) void import('../dist/cli/main.js');
else if (fs.existsSync(helper)) require(helper).runOnBroughtNode([__filename].concat(process.argv.slice(2)));
else end(node.sentence + ' Install a newer one, then run the same command again.');
