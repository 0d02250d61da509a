import { useState } from 'react'

const storedUnder = 'rostrum.room.notesSize'
const sizes = [1, 1.25, 1.5, 1.75, 2, 2.5, 3]
const usual = 2

/** The text size of the notes, in rem, which this browser remembers. */
export function useTextSize(): { rem: number; smaller: () => void; larger: () => void } {
  const [step, setStep] = useState(stored)
  const to = (wanted: number) => {
    const next = Math.min(sizes.length - 1, Math.max(0, wanted))
    setStep(next)
    try {
      localStorage.setItem(storedUnder, String(next))
    } catch {
      // without storage the size lasts as long as the page
    }
  }
  return { rem: sizes[step] ?? 1.5, smaller: () => to(step - 1), larger: () => to(step + 1) }
}

function stored(): number {
  try {
    const kept = Number(localStorage.getItem(storedUnder) ?? usual)
    return kept in sizes ? kept : usual
  } catch {
    return usual
  }
}
