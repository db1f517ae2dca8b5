import { threadVersion } from '../../records/version_and_etag.ts'
import { type SharedThread, type ThreadAsked } from '../../reading/thread/thread.ts'
import { versionNow } from '../../reading/thread/thread_version.ts'
import { reads } from '../../rules/limits.ts'
import { type Reader, seatHolder } from '../../rules/caller.ts'
import { seconds } from '../../rules/units.ts'
import type { Call } from '../tool.ts'
import type { ToolParts } from '../tool_parts.ts'
import { type Ended, printedOnce } from './open_thread_answer.ts'

interface Waiting {
  readonly thread_id: string
  readonly after_seq?: number
  readonly since?: string
  readonly members?: boolean
  readonly wait?: number | boolean
}

interface WaitFields {
  /** absent when the caller did not ask to wait */
  readonly held?: {
    readonly waited_ms: number
    /**
     * What is read once the time is up may be newer than the caller's cursor, although this process has not heard of it,
     * and `next` leads past it.
     */
    readonly ended: (page: Version) => Ended
  }
  /** read once for all readers woken together */
  readonly shared?: SharedThread | undefined
}

interface Version {
  readonly version: number
  readonly last_seq?: number
}

/** Holds until the thread is newer than the caller's cursor. */
export async function holdFor(
  parts: ToolParts,
  reader: Reader,
  asked: ThreadAsked,
  waiting: Waiting,
  client: Call<unknown>['client'],
): Promise<WaitFields> {
  const { thread_id, wait } = waiting
  if (wait === undefined || wait === false) return {}
  const began = performance.now()
  const first = await parts.threadVersions.for(reader, thread_id)
  const isNewer = newerThan(waiting, first)
  const news = isNewer(first)
    ? {}
    : await parts.waits.hold<{ readonly shared?: SharedThread | undefined }>({
        participant: reader.id ?? '',
        reader: seatHolder(reader),
        actor: thread_id,
        milliseconds: seconds(wait === true ? reads.wait.defaultSeconds : wait),
        signal: client.leaving ?? client.signal,
        credential_id: client.caller.credential_id,
        request: client.request,
        isNewer,
        renderKey: groupOf(asked, waiting, first),
        check: async (readers, heard) => {
          const found = heard && isNewer(heard) ? heard : await versionNow(parts.sql, thread_id)
          if (!found || !isNewer(found)) return undefined
          return { shared: await readFor(parts, asked, new Set(readers), reader.publicOn) }
        },
      })
  return {
    held: {
      waited_ms: Math.round(performance.now() - began),
      ended: (page) => ({
        changed: news !== undefined || isNewer(page),
        knowsVersion: waiting.since === threadVersion(page.version) && waiting.members !== true,
      }),
    },
    shared: news?.shared,
  }
}

/** Whether a version is newer than the caller's cursor; without a cursor, than the version when the call began. */
const newerThan =
  ({ since, after_seq }: Waiting, first: Version) =>
  ({ version, last_seq = 0 }: Version): boolean => {
    if (since !== undefined) return threadVersion(version) !== since
    return after_seq !== undefined ? last_seq > after_seq : version !== first.version
  }

/** Callers with the same arguments and the same cursor share one wait. */
const groupOf = (asked: ThreadAsked, { since, after_seq }: Waiting, first: Version): string =>
  JSON.stringify([asked, since, since === undefined && after_seq === undefined && first.version])

/** Reads the thread for all who are woken, and prints it before any of them is: what follows needs no I/O. */
async function readFor(parts: ToolParts, asked: ThreadAsked, readers: ReadonlySet<string>, publicOn: boolean) {
  const shared = await parts.threads.readShared(asked, { readers, publicOn, now: parts.clock.now() })
  if (shared) await printedOnce(parts, shared.page, asked, {})
  return shared
}
