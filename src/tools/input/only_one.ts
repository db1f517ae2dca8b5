import { invalid } from '../../rules/errors.ts'

/** Returns the one of these arguments that was sent, and its name. Throws when there is none, or more than one. */
export function onlyOne<Name extends string>(
  sent: { readonly [Sent in Name]?: string | undefined },
  ...names: readonly Name[]
): { readonly is: Name; readonly named: string } {
  const [is, ...more] = names.filter((name) => sent[name] !== undefined)
  const named = is && sent[is]
  if (is === undefined || named === undefined || more.length > 0) {
    throw invalid(
      'one_of',
      `Send exactly one of ${names.slice(0, -1).join(', ')} and ${names.at(-1)}${more.length > 0 ? `, not ${[is, ...more].join(' and ')}` : ''}.`,
    )
  }
  return { is, named }
}
