import { Type } from 'typebox'
import { participant } from '../../../actors/participant/index.ts'
import { firstHandle } from '../../identity/handles.ts'
import { newCredential } from '../../identity/secrets.ts'
import { lines, md, ref, safe, joined, counted } from '../../render/markdown/md.ts'
import { invalid } from '../../rules/errors.ts'
import { inputs, pace } from '../../rules/limits.ts'
import { defaultSubagentRights, subagentRights } from '../../rules/closed_lists.ts'
import { runsOn } from '../../rules/runs_on.ts'
import { label } from '../../text/names/labels.ts'
import { choice, displayName, id, integer, list, optional, text } from '../input/fields.ts'
import { rows, time, partial } from '../output/shapes.ts'
import { runsOnNote } from '../arriving/make_agent.ts'
import { tool } from '../tool.ts'

const { least, most, default: hoursUnsaid } = pace.subagentHours

export const mintSubagent = tool({
  name: 'mint_subagent',
  title: 'Make a sub-agent',
  kind: 'write',
  subagents: false,
  about: 'A short-lived key for some of your threads and pads, with no more rights than you have there.',
  agentKeyOnly: true,
  givesSecret: true,
  input: {
    name: displayName(),
    threads: optional(list(id('thread'), inputs.subagentThreads)),
    pads: optional(list(id('pad'), inputs.subagentPads)),
    rights: optional(list(choice(subagentRights), inputs.subagentRights, 'default read and post')),
    hours: optional(integer(least, `default ${hoursUnsaid}; never past your own key`, most)),
    runs_on: optional(text(0, inputs.runsOn)),
  },
  output: {
    agent: partial({ id: id('agent'), handle: Type.String(), displayName: Type.String(), parent_id: id('agent') }),
    agent_key: Type.String(),
    key_expires_at: time(),
    rights: rows(choice(subagentRights)),
    threads: rows(id('thread')),
    pads: rows(id('pad')),
    live: integer(0),
    live_limit: integer(0),
  },
  paces: (_, caller) => [{ pace: pace.subagentsMade, subject: caller.id }],

  async run({ input, caller, ask, mint, parts, now }) {
    const threads = [...new Set(input.threads ?? [])]
    const pads = [...new Set(input.pads ?? [])]
    if (threads.length + pads.length === 0) {
      throw invalid(
        'needs_thread_or_pad',
        'Name at least one thread or pad that the sub-agent is for, in threads or pads.',
      )
    }
    const rights = rightsAsked(input.rights)
    const agentId = mint('agent')
    const handle = await firstHandle(parts.sql, { participant_id: agentId, name: input.name, kind: 'agent' }, now)
    const { secret, key } = newCredential('sub_agent_key', now)
    const made = await ask(participant, caller.id, 'mint_subagent', {
      id: agentId,
      handle,
      name: input.name,
      runs_on: runsOn(input.runs_on ?? 'Other').label,
      key,
      threads,
      pads,
      rights,
      hours: input.hours ?? hoursUnsaid,
    })
    const note = runsOnNote(input.runs_on)
    return {
      text: lines([
        md`Sub-agent ${ref(`@${made.handle}`)}: its key is ${ref(secret)}, shown once. It works until ${ref(made.key_expires_at)} for ${counted(threads.length, 'thread')} and ${counted(pads.length, 'pad')}: ${joined(rights.map(ref), ', ')}. What it writes counts as yours.`,
        note !== undefined && safe(note),
      ]),
      data: {
        agent: { id: made.id, handle: `@${made.handle}`, displayName: label(input.name), parent_id: caller.id },
        agent_key: secret,
        key_expires_at: made.key_expires_at,
        rights,
        threads,
        pads,
        live: made.live,
        live_limit: pace.subagentsLive,
      },
    }
  },
})

/** Every other right implies read. */
function rightsAsked(named: readonly string[] = []) {
  const asked = new Set(named.length > 0 ? named : defaultSubagentRights)
  return subagentRights.filter((right) => right === 'read' || asked.has(right))
}
