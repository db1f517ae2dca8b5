import type { Redis } from 'ioredis'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { connectSubscriber, type Pulse } from '../redis/connect.ts'
import { identityChannel } from '../redis/keys.ts'
import type { Caller } from '../rules/caller.ts'
import { badCredential } from '../rules/refusals/bad_credential.ts'
import type { Refusal } from '../rules/errors.ts'
import { bearerKinds, cookieKinds, type CredentialKind, credentialKind } from '../rules/credential_kinds.ts'
import { seconds } from '../rules/units.ts'
import type { CredentialCheck } from '../../sql/reads/account/credentials.ts'
import type { Sql } from '../../sql/client.ts'
import { callerFrom, checkUsable, type BearerConfig } from './bearer_check.ts'
import { noteUses } from './credential_uses.ts'
import { type Changed, openKnown } from './known_credentials.ts'
import { hashOf } from './secrets.ts'

export type { Changed }

export interface Credentials {
  /** Returns the caller of a Bearer token. Throws unauthenticated with the reason. */
  callerOf(token: string): Promise<Caller>
  /** Returns the caller of a session cookie; an invalid or expired one counts as signed out. */
  sessionOf(token: string | undefined): Promise<Caller | undefined>
  /**
   * Checks the credential again before a delayed answer: throws unauthenticated when it no longer works. Answered from
   * memory unless something of the caller's changed in the meantime.
   */
  again(caller: Pick<Caller, 'credential_id'>): Promise<void>
  /** The same, and gives the caller as what changed has made them. */
  callerNow(caller: Pick<Caller, 'credential_id'>): Promise<Caller>
  /** Call after the commit and before the answer: takes effect at once here, within 5 seconds everywhere. */
  changed(what: Changed): Promise<void>
  /** Calls back with each credential that a change concerns, made here or at another instance. */
  whenChanged(listener: (credential_id: string) => void): void
  /** Writes when credentials were last used; also runs every few seconds. */
  flush(): Promise<void>
  close(): Promise<void>
}

interface Parts {
  readonly config: BearerConfig
  readonly clock: Clock
  readonly sql: Sql
  readonly redis: Redis
  readonly redisUrl: string
  readonly log: Log
  /** of the connection that hears of changes */
  readonly pulse?: Pulse | undefined
}

export function openCredentials({ config, clock, sql, redis, redisUrl, log, pulse }: Parts): Credentials {
  const { find, findAgain, forget, hearing } = openKnown({ clock, sql })
  const uses = noteUses(sql, log)
  const listeners: ((credential_id: string) => void)[] = []
  const forgetTogether = (what: Changed): void => {
    for (const credential_id of forget(what)) for (const listener of listeners) listener(credential_id)
  }
  const subscriber = hearChanges({ redisUrl, log, pulse }, { changed: forgetTogether, hearing })

  async function check(token: string, accepted: readonly CredentialKind[]): Promise<Caller> {
    const row = credentialKind(token) === undefined ? undefined : await find(hashOf(token))
    if (!row) throw badCredential('bad_key')
    checkUsable(row, accepted, config, clock.now())
    uses.note(row.credential_id, clock.now())
    return callerFrom(row, config)
  }

  async function usable(credential_id: string): Promise<CredentialCheck> {
    const row = await findAgain(credential_id)
    if (!row) throw badCredential('bad_key')
    checkUsable(row, [row.credential_kind], config, clock.now())
    return row
  }

  return {
    callerOf: (token) => check(token, bearerKinds),
    async sessionOf(token) {
      if (token === undefined) return undefined
      try {
        return await check(token, cookieKinds)
      } catch (error) {
        if ((error as Refusal).code === 'unauthenticated') return undefined
        throw error
      }
    },
    async again({ credential_id }) {
      await usable(credential_id)
    },
    callerNow: async ({ credential_id }) => callerFrom(await usable(credential_id), config),
    async changed(what) {
      forgetTogether(what)
      await redis
        .publish(identityChannel, JSON.stringify(what))
        .catch((error: unknown) => log.warn({ err: error }, 'a change of credentials was not told'))
    },
    whenChanged: (listener) => void listeners.push(listener),
    flush: uses.flush,
    async close() {
      subscriber.disconnect()
      await uses.close()
    },
  }
}

/** A dead connection is noticed within two seconds, well before `lifetimes.revokedElsewhere` is over. */
const subscriberPulse: Pulse = { every: seconds(1), patience: seconds(1) }

interface Heard {
  readonly changed: (what: Changed) => void
  /** called when messages begin to arrive, and when they may be lost */
  readonly hearing: (now: boolean) => void
}

function hearChanges({ redisUrl, log, pulse }: Pick<Parts, 'redisUrl' | 'log' | 'pulse'>, heard: Heard): Redis {
  const subscriber = connectSubscriber({
    url: redisUrl,
    name: 'svc credentials',
    onError: (error) => log.debug({ err: error }, 'the subscriber for changes of credentials'),
    options: { autoResubscribe: false },
    pulse: pulse ?? subscriberPulse,
  })
  subscriber.on('message', (_, text: string) => heard.changed(JSON.parse(text) as Changed))
  subscriber.on('close', () => heard.hearing(false))
  // until it is subscribed, cached credentials expire by themselves within 5 seconds
  subscriber.on('ready', () => {
    subscriber.subscribe(identityChannel).then(
      () => heard.hearing(true),
      (error: unknown) => log.warn({ err: error }, 'changes of credentials are not heard'),
    )
  })
  return subscriber
}
