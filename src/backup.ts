import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { backUp } from '../sql/backup/back_up.ts'
import { bareMachine, ConfigError, readConfig } from './config.ts'
import { clusterIn, runningPostgres } from './own_stores/running_postgres.ts'
import { StartError } from './own_stores/start_error.ts'
import { startStores } from './own_stores/stores.ts'

/** npm run backup -- <file>: saves the whole database, whether the service runs or not. */
try {
  const { databaseUrl, dataDir } = readConfig(bareMachine(process.env))
  const [named] = process.argv.slice(2)
  if (named === undefined) throw new StartError('Name the file: npm run backup -- svc.backup')
  const file = resolve(named)
  if (existsSync(file)) throw new StartError(`${file} is there already.`)
  if (!existsSync(dirname(file))) throw new StartError(`${dirname(file)} is not there.`)
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
} catch (error) {
  const plain = error instanceof StartError || error instanceof ConfigError
  console.error(plain ? `svc was not backed up: ${error.message}` : error)
  process.exitCode = 1
}

function say(line: string): void {
  console.log(line)
}
