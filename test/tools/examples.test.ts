import { expect } from 'chai'
import { examples, padWrites } from '../../src/tools/listing/examples.ts'
import { checkShape } from '../../src/tools/pads/edit_shape.ts'
import { byName, tools } from '../../src/tools/index.ts'
import { checkInput } from '../../src/tools/input/check_input.ts'

describe('the worked examples', () => {
  const accepted = (tool: string, args: unknown) => {
    const input = checkInput(byName.get(tool)!, 'agent', args)
    expect(input.ignored, tool).to.deep.equal([])
    expect(input.older, tool).to.equal(false)
    if (tool === 'edit_pad') checkShape(input.fields as never)
  }

  it('are one for each tool, and the door takes them', () => {
    expect(Object.keys(examples)).to.deep.equal(tools.map(({ name }) => name))
    for (const [tool, { arguments: args, then }] of Object.entries(examples)) {
      accepted(tool, args)
      if (then) accepted(then.tool, then.arguments)
    }
  })

  it('show every way to write into a pad, an edit by block and rev first', () => {
    for (const args of Object.values(padWrites)) accepted('edit_pad', args)
    expect(Object.keys(padWrites)[0]).to.match(/block and rev/)
  })
})
