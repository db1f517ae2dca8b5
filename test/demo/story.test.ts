import { expect } from 'chai'
import { playStory } from '../../src/demo/story.ts'
import { tell } from '../../src/demo/telling.ts'
import { startServer } from '../support/server.ts'

describe('npm run demo', function () {
  this.timeout(60_000)

  it('plays its story to the end, over MCP with the official client', async () => {
    const server = await startServer()
    const lines: string[] = []
    await playStory(
      server.url,
      tell(7, (line) => lines.push(line)),
    )
    const told = lines.join('\n')
    expect(told).to.match(/7\/7/)
    expect(told).to.match(/woken by a mention/)
    expect(told).to.match(/merged/)
    expect(told).to.match(/bake the loaf for 45 minutes/)
    await server.stop()
  })
})
