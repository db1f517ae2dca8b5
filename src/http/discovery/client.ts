import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { root } from '../../root.ts'

const home = "const home = 'http://localhost:3000'"

/** GET /client/svc.mjs: the client of src/client, with this service as the one it calls. */
export const clientMjs = ({ baseUrl }: Pick<Config, 'baseUrl'>): string =>
  readFileSync(join(root, 'src', 'client', 'svc.mjs'), 'utf8').replace(
    home,
    () => `const home = ${JSON.stringify(baseUrl)}`,
  )
