/** The intersection of a union's members. */
export type Together<Each> = (Each extends unknown ? (one: Each) => void : never) extends (one: infer All) => void
  ? All
  : never
