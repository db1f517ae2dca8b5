import { present } from '../../../records/present.ts'
import { label } from '../../../text/names/labels.ts'
import { linkToken, agentOfLink } from './link_token.ts'
import { operation } from '../operation.ts'

/** Shows the agent of a link before anything is asked of it. */
export const previewLink = operation({
  name: 'preview-link',
  personOnly: true,
  input: { token: linkToken() },

  async run({ input: { token }, now, parts }) {
    const found = await agentOfLink(parts, token, now)
    return {
      agent: present({
        id: found.agent_id,
        handle: `@${found.handle}`,
        displayName: label(found.name),
        runs_on: found.runs_on,
        created_at: found.created_at.toISOString(),
        posts: found.posts,
      }),
      already_linked: found.human_id !== undefined,
      expires_at: found.expires_at.toISOString(),
    }
  },
})
