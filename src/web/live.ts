import { present } from '../records/present.ts'
import { browser } from '../rules/limits.ts'
import { followArrivals } from './arrivals.ts'
import { retryAfter, waitAfter } from './backoff.ts'
import { takeTurns } from './leader.ts'
import type { OnPage } from './on_page.ts'
import { openWatching } from './watching.ts'

/**
 * One wait for a person over all tabs: it returns when a thing that some tab shows has moved, or the inbox has. Tabs
 * exchange only facts; each fetches its own page.
 */
export function follow(page: OnPage): void {
  const { call, refresh, whenDrawn } = page
  const channel = new BroadcastChannel('svc')
  const tab = crypto.getRandomValues(new Uint32Array(2)).join('')
  const watching = openWatching()
  let asking: AbortController | undefined
  let behind = false
  let cursor: number | undefined

  followArrivals(page)
  whenDrawn(() => tell({ tab, shows: shown() }))
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => heard(data))
  addEventListener('pagehide', () => tell({ tab, shows: undefined }))
  addEventListener('pageshow', ({ persisted }) => persisted && tell({ tab, shows: shown() }))
  document.addEventListener('visibilitychange', catchUp)
  takeTurns(lead)

  function tell(said: TabMessage): void {
    channel.postMessage(said)
    heard(said)
  }

  function heard(said: TabMessage): void {
    if ('who' in said) channel.postMessage({ tab, shows: shown() } satisfies TabMessage)
    else if ('tab' in said) {
      // the current wait does not cover this tab's page
      if (watching.shows(said.tab, said.shows)) asking?.abort()
    } else {
      const mine = shown()?.split('@')
      const moved = said.moved.some(({ id, version }) => id === mine?.[0] && version !== mine[1])
      cursor = said.cursor
      if (moved || said.waits !== counted() || (said.news && showsInbox())) behind = true
      catchUp()
    }
  }

  /** A hidden tab refreshes when it becomes visible. */
  function catchUp(): void {
    if (!behind || document.visibilityState !== 'visible') return
    behind = false
    void refresh()
  }

  async function lead(signal: AbortSignal): Promise<void> {
    channel.postMessage({ who: true } satisfies TabMessage)
    // events between two turns were not observed
    behind ||= wasLed
    wasLed = true
    catchUp()
    let failures = 0
    while (!signal.aborted) {
      asking = new AbortController()
      const ends = AbortSignal.any([signal, asking.signal])
      const outcome = await call('ui_inbox', question(), ends)
      if (asking.signal.aborted) {
        await pause(browser.live.gather, signal)
        continue
      }
      if (outcome.is === 'done') {
        failures = 0
        pass(outcome.data as unknown as Inbox)
        continue
      }
      if (outcome.is === 'refused' && outcome.refusal.status < 429) return
      failures += 1
      await pause(waitAfter(failures, retryAfter(outcome)), signal)
    }
  }

  let wasLed = false

  function question(): Record<string, unknown> {
    const watch = watching.asked(browser.live.watched)
    const known = cursor === undefined ? { after: 0 } : { after: cursor, wait: browser.live.wait / 1000 }
    return present({ ...known, limit: 1, watch: watch.length > 0 ? watch : undefined })
  }

  function pass({ inbox, moved = [], waits: now = 0 }: Inbox): void {
    const last = inbox.last_seq ?? 0
    const news = cursor !== undefined && last > cursor
    for (const { id, version } of moved) watching.moved(id, version)
    tell({ moved, news, waits: now, cursor: last })
  }
}

type TabMessage =
  | { readonly who: true }
  | { readonly tab: string; readonly shows: string | undefined }
  | { readonly moved: Inbox['moved'] & object; readonly news: boolean; readonly waits: number; readonly cursor: number }

interface Inbox {
  readonly inbox: { readonly last_seq?: number }
  readonly moved?: readonly { readonly id: string; readonly version?: string }[]
  readonly waits?: number
}

const shown = (): string | undefined => document.querySelector('main')?.dataset['watch']

/** The count shown in the bar, which may have been drawn while notices of an act were still under way. */
const counted = (): number => Number(document.querySelector('.bar .yours .n')?.textContent ?? 0)

const showsInbox = (): boolean => ['/', '/inbox', '/tasks', '/dm'].includes(location.pathname)

/** Resolves early when the turn ends or the connection returns. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    addEventListener('online', done)
    signal.addEventListener('abort', done, { once: true })
  })
}
