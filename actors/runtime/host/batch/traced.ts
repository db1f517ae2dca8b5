import type { Span, Tracing } from '../../../../src/tracing.ts'
import type { Batch } from './choose_batch.ts'

/** A batch's part in the traces of its messages: its commit, then the replies. */
export interface TracedBatch {
  commit<Done>(work: Promise<Done>): Promise<Done>
  replies(sent: Promise<unknown>): void
  failed(): void
}

const untraced: TracedBatch = { commit: (work) => work, replies: () => undefined, failed: () => undefined }

/** Begins a span for each message with a trace: one batch is part of many traces. */
export function traceBatch(tracing: Tracing | undefined, { items, taken }: Batch): TracedBatch {
  if (tracing === undefined) return untraced
  const pieces = items.flatMap(({ envelope: { trace, actor, operation }, shard }) =>
    trace === undefined
      ? []
      : tracing.begin(`batch ${actor}.${operation}`, trace, { 'svc.shard': shard.id, 'svc.messages': taken }),
  )
  if (pieces.length === 0) return untraced

  async function each<Done>(name: string, work: Promise<Done>): Promise<Done> {
    const parts = pieces.map(({ at }) => tracing!.begin(name, at))
    const end = (how?: 'failed') => parts.forEach((part: Span) => part.end(how))
    try {
      const done = await work
      end()
      return done
    } catch (error) {
      end('failed')
      throw error
    }
  }

  return {
    commit: (work) => each('commit', work),
    replies(sent) {
      const end = () => pieces.forEach((piece) => piece.end())
      each('reply', sent).then(end, end)
    },
    failed: () => pieces.forEach((piece) => piece.end('failed')),
  }
}
