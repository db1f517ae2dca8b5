import { standingOutbox } from '../../../../sql/runtime/outbox.ts'
import type { Sql } from '../../../../sql/client.ts'
import { markedResent } from '../../wire/envelope.ts'
import type { HostParts } from '../host_parts.ts'
import { shardOf } from '../../wire/mailbox.ts'
import { outboxResend } from '../../numbers.ts'

/**
 * Resends what remains in the outbox of the owned shards: the first sending was lost, or the mailbox was full. Each call goes
 * on behind the last one's, and begins anew at the end: what nobody takes must not keep what stands behind it.
 */
export function openResend(host: HostParts, sql: Sql): () => Promise<void> {
  const { after: age, most } = outboxResend
  let after: Awaited<ReturnType<typeof standingOutbox>>[number] | undefined
  return async () => {
    const shards = [...host.shards.keys()]
    if (shards.length === 0) return
    const rows = await standingOutbox(sql, shards, { age, most, after })
    after = rows.length < most ? undefined : rows.at(-1)
    host.counts.tells_again += rows.length
    await Promise.all(rows.map(({ target, body }) => host.send(shardOf(target), markedResent(body))))
  }
}
