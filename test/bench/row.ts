/** One line of the result: what was reached, beside what it is compared with. */
export interface Row {
  readonly measure: string
  readonly svc: string
  readonly compared: string
  readonly ratio: string
  readonly reach: string
  readonly met: boolean
}

export const ratioRow = (measure: string, { svc, other, ratio, least, most }: RatioParts): Row => ({
  measure,
  svc,
  compared: other,
  ratio: ratio.toFixed(2),
  reach: least !== undefined ? `at least ${least}` : `at most ${most}`,
  met: (least === undefined || ratio >= least) && (most === undefined || ratio <= most),
})

export interface RatioParts {
  readonly svc: string
  readonly other: string
  readonly ratio: number
  readonly least?: number
  readonly most?: number
}

export const boundRow = (measure: string, value: number, unit: string, most: number, other?: number): Row => ({
  measure,
  svc: `${rounded(value)} ${unit}`,
  compared: other === undefined ? '' : `${rounded(other)} ${unit}`,
  ratio: other === undefined ? '' : (value / other).toFixed(2),
  reach: `at most ${most} ${unit}`,
  met: value <= most,
})

const rounded = (value: number): string => (value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en'))

export const perSecond = (rate: number): string => `${Math.round(rate).toLocaleString('en')} / s`
export const took = (milliseconds: number): string => `${milliseconds.toFixed(2)} ms`

/** A Markdown table. */
export function table(rows: readonly Row[]): string {
  const cells = [
    ['Measure', 'svc', 'compared with', 'ratio', 'to reach', ''],
    ['---', '---:', '---:', '---:', '---', '---'],
    ...rows.map((row) => [row.measure, row.svc, row.compared, row.ratio, row.reach, row.met ? 'yes' : '**no**']),
  ]
  return cells.map((line) => `| ${line.join(' | ')} |`).join('\n')
}
