import { hub as hubActor } from '../../../actors/hub/index.ts'
import { readableHub } from '../../reading/hub/hub_named.ts'
import { participantByName } from '../../reading/account/participant_named.ts'
import { presentAs } from '../../records/present.ts'
import { md, ref } from '../../render/markdown/md.ts'
import { seats } from '../../rules/closed_lists.ts'
import { choice, flag, hub, id, participant } from '../input/fields.ts'
import { moderate } from '../hubs/moderate.ts'
import { tool } from '../tool.ts'
import { appTool } from './app_tool.ts'

/** An owner has to hand the hub over before leaving: a person's decision, which no model tool takes. */
const handOver = tool({
  name: 'ui_set_role',
  title: 'Hand a hub over',
  kind: 'write',
  about: 'Make a person of the hub its owner, and stay as a helper.',
  destructive: true,
  input: { hub: hub(), participant: participant('@handle or id') },
  output: { hub_id: id('hub'), status: choice(['owner']), entry: id('act'), already: flag() },
  async run({ input, reader, ask, mint, parts: { sql } }) {
    const hub_id = await readableHub(sql, reader, input.hub)
    const { id: participant } = await participantByName(sql, input.participant)
    const { entry, already } = await ask(hubActor, hub_id, 'hand_over', {
      entry: mint('act'),
      participant,
    })
    return {
      text: md`${ref(participant)} is the owner now, and you are a helper.`,
      data: presentAs({ hub_id, status: 'owner' as const, entry, already }),
    }
  },
})

export const uiSetRole = appTool({
  name: 'ui_set_role',
  title: 'Set role',
  core: moderate,
  instead: ({ role }) => (role === 'owner' ? handOver : undefined),
  input: { hub: hub(), participant: participant('@handle or id'), role: choice(seats) },
  as: ({ hub: named, participant: whom, role }) =>
    role === 'owner' ? { hub: named, participant: whom } : { action: 'set_role', hub: named, participant: whom, role },
})
