// Whether this Node can run the program: the oldest that can stands in package.json.
// In old JavaScript, because whatever Node there is has to read it.
'use strict';

var wanted = /(\d+)\.(\d+)/.exec(require('../package.json').engines.node);

function isOld(version) {
  var found = version.split('.');
  var major = Number(found[0]);
  return major < Number(wanted[1]) || (major === Number(wanted[1]) && Number(found[1]) < Number(wanted[2]));
}

module.exports = {
  isOld: isOld(process.versions.node),
  sentence: 'Winnow needs Node ' + wanted[0] + ' or newer; this is Node ' + process.versions.node + '.',
};
