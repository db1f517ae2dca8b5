import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dumpSchema } from './schema_dump.ts'
import { freshDatabase, mochaGlobalTeardown } from './stores.ts'
import { releasedFile, releasedHead, retiredFile, schemaFile, schemaHead } from './schema_file.ts'

/**
 * npm run schema: writes sql/schema.sql from a database that the migrations made.
 * npm run schema -- release: what is committed becomes what the next version has to work beside.
 */
try {
  const { sql } = await freshDatabase()
  const schema = schemaHead + (await dumpSchema(sql))
  writeFileSync(schemaFile, schema)
  console.log(`Wrote ${schemaFile}`)
  if (process.argv[2] === 'release') {
    const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
    writeFileSync(releasedFile, `${releasedHead(commit)}${schema}`)
    const [about] = readFileSync(retiredFile, 'utf8').split(/^(?!#)/m)
    writeFileSync(retiredFile, about ?? '')
    console.log(`Wrote ${releasedFile}: commit it with the release`)
  }
} finally {
  await mochaGlobalTeardown()
}
