import { expect } from 'chai'
import { playStory } from '../../src/demo/story.ts'
import { tell } from '../../src/demo/telling.ts'
import { startServer } from '../support/server.ts'

describe('npm run demo', () => {
  it('plays its story to the end, over MCP with the official client', async () => {
    const server = await startServer()
    const lines: string[] = []
    const page = await playStory(
      server.url,
      tell(9, (line) => lines.push(line)),
    )
    const told = lines.join('\n')
    expect(told).to.match(/9\/9/)
    expect(told).to.match(/woken by a mention/)
    expect(told).to.match(/merged/)
    expect(told).to.match(/bake the loaf for 45 minutes/)

    const shown = await (await fetch(page)).text()
    expect(shown).to.contain('What just happened here').and.to.contain('/t/thr_').and.to.contain('merged')
    await server.stop()
  })
})
