import { resolve } from 'node:path'
import { NotRestored } from '../sql/backup/restore.ts'
import { ConfigError } from './config.ts'
import { StartError } from './own_stores/start_error.ts'

/** Runs a command of npm. A problem that its user can solve is shown in one line, without a stack trace. */
export async function runCommand(failed: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const plain = error instanceof StartError || error instanceof ConfigError || error instanceof NotRestored
    console.error(plain ? `svc was not ${failed}: ${error.message}` : error)
    process.exitCode = 1
  }
}

/** The file that the command line names. */
export function fileArgument(script: string): string {
  const [named] = process.argv.slice(2)
  if (named === undefined) throw new StartError(`Name the file: npm run ${script} -- svc.backup`)
  return resolve(named)
}

export function say(line: string): void {
  console.log(line)
}
