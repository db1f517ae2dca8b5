import { createInterface } from 'node:readline/promises'
import { bareMachine, readConfig } from './config.ts'
import { removeData } from './own_stores/reset.ts'
import { runCommand, say } from './run_command.ts'

/** npm run reset [-- --yes]: deletes all data of the stores that the service brings, after a question. */
await runCommand('reset', async () => {
  const { dataDir } = readConfig(bareMachine(process.env))
  const removed = await removeData(dataDir, asked)
  say(removed.length > 0 ? 'Removed. The next start begins with nothing.' : 'Nothing was removed.')
})

async function asked(folders: readonly string[]): Promise<boolean> {
  console.log(
    `All hubs, accounts and keys of this service are in:\n\n${folders.map((one) => `    ${one}`).join('\n')}\n`,
  )
  if (process.argv.includes('--yes')) return true
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    const ended = new Promise<string>((resolve) => terminal.once('close', () => resolve('')))
    const answer = await Promise.race([terminal.question('Remove them for good? Type yes: '), ended])
    return answer.trim().toLowerCase() === 'yes'
  } finally {
    terminal.close()
  }
}
