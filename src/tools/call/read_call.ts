import type { Input } from '../input/check_input.ts'
import type { ToolParts } from '../tool_parts.ts'
import type { AnyTool, Call } from '../tool.ts'
import type { CallContext } from './call_context.ts'
import type { Noticed } from './in_every_answer.ts'
import { inCallersTurn, readInHoldersTurn } from './in_turn.ts'
import { holderOf } from '../../rules/caller.ts'
import { run } from './run_tool.ts'

export async function read(parts: ToolParts, tool: AnyTool, input: Input, asked: CallContext): Promise<Noticed> {
  if (input.oversize) throw input.oversize.refusal
  if (parts.config.pace) parts.spendRead(asked.caller, parts.clock.now())
  const { caller } = asked
  // show_svc acknowledges and leases: it moves the caller's own inbox and nothing that others can see
  const ask: Call<unknown>['ask'] = async (actor, id, operation, args) => {
    if (parts.config.pace) parts.spendRead.stores(caller, parts.clock.now())
    const send = () => parts.ask(actor, id, operation, Object.assign({}, args, { by: caller }) as never)
    return (await inCallersTurn(parts, caller, send)).reply
  }
  const inTurn = <Done>(read: () => Promise<Done>): Promise<Done> =>
    readInHoldersTurn(parts, holderOf(caller), read, () => asked.signal)
  // a wait mostly holds, which keeps nobody else's read: it takes a turn when it reads
  const waits = Boolean(input.fields['wait'])
  const answer = waits
    ? run(parts, tool, input, asked, ask, { inTurn })
    : inTurn(() => run(parts, tool, input, asked, ask))
  return { answer: await answer }
}
