import { expect } from 'chai'
import { openLog } from '../../src/log.ts'
import { openClosing } from '../../src/roles/closing.ts'

describe('closing', () => {
  const lines: string[] = []
  const log = openLog('info', { write: (line) => void lines.push(line) })
  beforeEach(() => lines.splice(0))

  it('ends parts in the reverse of the order they were opened in, one after the other, once', async () => {
    const ended: string[] = []
    const closing = openClosing(log, 1_000)
    for (const name of ['stores', 'sql', 'http'])
      closing.add(name, async () => {
        await Promise.resolve()
        ended.push(name)
      })
    await Promise.all([closing.close(), closing.close()])
    expect(ended).to.deep.equal(['http', 'sql', 'stores'])
  })

  it('goes on where a part fails or is late, and names it', async () => {
    const ended: string[] = []
    const closing = openClosing(log, 5)
    closing.add('first', () => ended.push('first'))
    closing.add('never', () => new Promise(() => undefined))
    closing.add('broken', () => {
      throw new Error('no')
    })
    await closing.close()
    expect(ended).to.deep.equal(['first'])
    expect(lines.map((line) => JSON.parse(line)['part'])).to.deep.equal(['broken', 'never'])
  })
})
