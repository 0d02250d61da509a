import { createContext, useContext } from 'react'

const Crosses = createContext(false)

/** The console says here whether the person sees the records of several organisations. */
export const CrossesProvider = Crosses.Provider
/** Whether they do: then lists say whose each record is, and forms for which organisation it is made. */
export const useCrosses = (): boolean => useContext(Crosses)
