import { join } from 'node:path'
import { root } from '../../src/root.ts'

export const schemaFile = join(root, 'sql', 'schema.sql')
/** of the release before this one */
export const releasedFile = join(root, 'sql', 'released.sql')
export const retiredFile = join(root, 'sql', 'retired.txt')
export const schemaHead =
  '-- What the migrations add up to. Written by `npm run schema`; a test fails when it is stale.\n\nset check_function_bodies = off;\n\n'

/** Names the commit whose code may run beside this one. */
export const releasedHead = (commit: string): string =>
  `-- What the release before this one works with: ${commit}. Written by \`npm run schema -- release\`.\n\n`
