import { join } from 'node:path'
import { root } from '../../src/root.ts'

export const schemaFile = join(root, 'sql', 'schema.sql')
export const schemaHead =
  '-- What the migrations add up to. Written by `npm run schema`; a test fails when it is stale.\n\nset check_function_bodies = off;\n\n'
