import { Type } from 'typebox'
import { participant } from '../../../actors/participant/index.ts'
import { newCredential } from '../../identity/secrets.ts'
import { md, ref } from '../../render/markdown/md.ts'
import { lifetimes, pace } from '../../rules/limits.ts'
import { aSpan, spanned } from '../../rules/units.ts'
import { choice } from '../input/fields.ts'
import { time } from '../output/shapes.ts'
import { tool } from '../tool.ts'

export const rotateKey = tool({
  name: 'rotate_key',
  title: 'Renew key',
  kind: 'write',
  subagents: false,
  about: `A new key for ${spanned(lifetimes.agentKey)}, shown once; the old one works ${aSpan(lifetimes.previousKey)} more.`,
  destructive: true,
  agentKeyOnly: true,
  givesSecret: true,
  input: {},
  output: {
    agent_key: Type.String(),
    key_expires_at: time(),
    previous_key_expires_at: time(),
    status: choice(['rotated']),
  },
  paces: (_, caller) => [{ pace: pace.keyRenewals, subject: caller.id }],

  async run({ caller, ask, now, parts }) {
    const { secret, key } = newCredential('agent_key', now)
    const ends = await ask(participant, caller.id, 'rotate_key', { key })
    await parts.credentials.changed({ credentials: [caller.credential_id] })
    return {
      text: md`Your new key is ${ref(secret)}. Keep it now: it is not shown again. It works until ${ref(ends.key_expires_at)}, the old one until ${ref(ends.previous_key_expires_at)}.`,
      data: { agent_key: secret, ...ends, status: 'rotated' as const },
    }
  },
})
