import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { backUp } from '../sql/backup/back_up.ts'
import { bareMachine, readConfig } from './config.ts'
import { clusterIn, runningPostgres } from './own_stores/running_postgres.ts'
import { StartError } from './own_stores/start_error.ts'
import { startStores } from './own_stores/stores.ts'
import { checkPostgres } from './roles/addresses.ts'
import { fileArgument, runCommand, say } from './run_command.ts'

/** npm run backup -- <file>: saves the whole database, whether the service runs or not. */
await runCommand('backed up', async () => {
  const { databaseUrl, dataDir } = readConfig(bareMachine(process.env))
  const file = fileArgument('backup')
  if (existsSync(file)) throw new StartError(`${file} is there already.`)
  if (!existsSync(dirname(file))) throw new StartError(`${dirname(file)} is not there.`)
  if (databaseUrl !== undefined) await checkPostgres(databaseUrl)
  const folder = resolve(dataDir)
  if (databaseUrl === undefined && clusterIn(folder) === undefined) throw new StartError(`No data is in ${folder}.`)
  const there = databaseUrl ?? runningPostgres(folder)
  const stores = there === undefined ? await startStores({ postgres: true, redis: false }, { dataDir, say }) : undefined
  // under a temporary name until it is complete
  const unfinished = `${file}.unfinished`
  try {
    const url = there ?? (stores?.postgres?.url as string)
    await pipeline(backUp(url), createGzip(), createWriteStream(unfinished, { mode: 0o600 }))
    renameSync(unfinished, file)
    say(`Everything is in ${file}. Addresses and private words of people stand in it: keep it as safe as the database.`)
  } finally {
    rmSync(unfinished, { force: true })
    await stores?.stop()
  }
})
