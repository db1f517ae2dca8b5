'use strict'
const { writeFileSync } = require('node:fs')
const { reporters } = require('mocha')

/** The usual report, and mocha's own numbers in a file for the closing line of .ci/run. */
module.exports = class extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options)
    runner.once('end', () => writeFileSync(process.env.SVC_TEST_NUMBERS, `${runner.stats.passes} ${runner.stats.failures}\n`))
  }
}
