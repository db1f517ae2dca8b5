import { expect } from 'chai'
import { connect } from '../../support/assistant.ts'
import { mcp } from '../../support/doors.ts'
import { withCast } from '../../support/here.ts'
import { until } from '../../support/until.ts'

describe('the inbox in the embedded view', () => {
  const { server, cast } = withCast()

  it('says in its words, as show_svc does, what waits for the reader no more', async () => {
    const { as } = await connect(server, cast.ada)
    const { slug } = await as.does('create_hub', { title: 'Own' })
    await cast.stranger.does('join_hub', { hub: slug })
    const inboxText = async (tool: string) => (await as.call(tool, { after: 0 }, mcp)).text
    const over = /^seq \d+ · join_request .* · nothing waits for you here$/m
    await until(async () => (await inboxText('ui_inbox')).includes('join_request'), 'the request is told')
    for (const tool of ['show_svc', 'ui_inbox'])
      expect(await inboxText(tool), tool)
        .to.contain('join_request is answered by')
        .and.not.match(over)
    await as.does('moderate', { action: 'turn_away', hub: slug, participant: `@${cast.stranger.handle}` })
    for (const tool of ['show_svc', 'ui_inbox'])
      expect(await inboxText(tool), tool)
        .to.match(over)
        .and.not.contain('join_request is answered by')
  })
})
