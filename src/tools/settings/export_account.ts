import { randomUUID } from 'node:crypto'
import { askFor, type ExportNow } from '../../reading/account/account.ts'
import { presentAs } from '../../records/present.ts'
import type { ExportShown } from '../../records/account.ts'
import { operation } from './operation.ts'

/** Exports everything that the caller owns. A job makes the file: asking again reports its progress. */
export const exportAccount = operation({
  name: 'export-account',
  personOnly: true,
  input: {},

  async run({ caller, now, parts }) {
    const asked = await askFor(parts.sql, { id: randomUUID(), participant_id: caller.id, now })
    if (asked.ready_at === null) parts.accountExports.nudge()
    return exportShown(asked)
  },
})

export const exportShown = ({ id, ready_at, expires_at, done, total }: ExportNow): ExportShown =>
  presentAs({
    status: ready_at === null ? 'queued' : 'ready',
    path: `/api/export-account/${id}`,
    expires_at: expires_at?.toISOString(),
    progress: { done, total },
  })
