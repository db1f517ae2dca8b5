import { writeFileSync } from 'node:fs'
import { dumpSchema } from '../../sql/schema_dump.ts'
import { freshDatabase, mochaGlobalTeardown } from './stores.ts'
import { schemaFile, schemaHead } from './schema_file.ts'

/** npm run schema: writes sql/schema.sql from a database that the migrations made. */
try {
  const { sql } = await freshDatabase()
  writeFileSync(schemaFile, schemaHead + (await dumpSchema(sql)))
  console.log(`Wrote ${schemaFile}`)
} finally {
  await mochaGlobalTeardown()
}
