/** While the card in turn is held for undo, the next one that is shown is in turn: its answers are what the keys press. */
export function markTurn(): void {
  const cards = [...document.querySelectorAll<HTMLElement>('main [aria-labelledby=waits] .card')]
  const turn = cards.find(({ hidden }) => !hidden)
  for (const card of cards) card.classList.toggle('now', card === turn)
}
