import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { dumpSchema } from '../support/schema_dump.ts'
import { schemaFile, schemaHead } from '../support/schema_file.ts'
import { emptyDatabase, freshDatabase } from '../support/stores.ts'

describe('sql/schema.sql', () => {
  it('is what the migrations make (npm run schema writes it)', async () => {
    const { sql } = await freshDatabase()
    expect(schemaHead + (await dumpSchema(sql))).to.equal(readFileSync(schemaFile, 'utf8'))
  })

  it('makes an empty database the same', async () => {
    const { sql } = await emptyDatabase()
    await sql.unsafe(readFileSync(schemaFile, 'utf8'))
    expect(schemaHead + (await dumpSchema(sql))).to.equal(readFileSync(schemaFile, 'utf8'))
  })
})
