import { createContext, useContext } from 'react'

const Crosses = createContext(false)

/** Provides whether the person sees the records of several organizations. */
export const CrossesProvider = Crosses.Provider
/** Whether the person does: then lists and forms show the organization of each record. */
export const useCrosses = (): boolean => useContext(Crosses)
