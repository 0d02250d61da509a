import { createContext, use } from 'react'

/** Whether what is shown belongs to a harmful act, whose last button is as red as its entry in the menu. */
export const Harmful = createContext(false)

export const useHarmful = (): boolean => use(Harmful)
