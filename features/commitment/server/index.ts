/** The handlers of this feature's calls. */
export const commitmentHandlers = {}
