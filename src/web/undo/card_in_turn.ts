/** While the current card is held for undo, the next visible one is current and answers to the keys. */
export function markTurn(): void {
  const cards = [...document.querySelectorAll<HTMLElement>('main [aria-labelledby=waits] .card')]
  const turn = cards.find(({ hidden }) => !hidden)
  for (const card of cards) card.classList.toggle('now', card === turn)
}
