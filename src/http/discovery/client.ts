import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Site } from '../../config.ts'
import { root } from '../../root.ts'

const home = "const home = 'http://localhost:3000'"

/** GET /client/svc.mjs: the client of src/client, with this service as the one it calls. */
export const clientMjs = ({ baseUrl }: Site): string =>
  readFileSync(join(root, 'src', 'client', 'svc.mjs'), 'utf8').replace(
    home,
    () => `const home = ${JSON.stringify(baseUrl)}`,
  )
