import { writeFileSync } from 'node:fs'
import Mocha, { type Runner, type Test } from 'mocha'

/** What one process of a run leaves for test/run.ts. */
export interface Tally {
  readonly passed: number
  readonly failed: readonly { readonly title: string; readonly file: string; readonly error: string }[]
}

/** The usual report, and its numbers in the file that SVC_TEST_TALLY names. */
export default class TallyReporter extends Mocha.reporters.Spec {
  constructor(runner: Runner, options: Mocha.MochaOptions) {
    super(runner, options)
    const failed: { title: string; file: string; error: string }[] = []
    runner.on('fail', (test: Test, error: Error) => {
      failed.push({ title: test.fullTitle(), file: test.file ?? '', error: error.stack ?? String(error) })
    })
    runner.once('end', () => {
      const tally: Tally = { passed: runner.stats?.passes ?? 0, failed }
      writeFileSync(process.env['SVC_TEST_TALLY'] as string, JSON.stringify(tally))
    })
  }
}
