/** [CONST-033] */
export const NOTICES_ON_A_PAGE = 10
/** [CONST-034, CALL-175] Milliseconds between two looks for new notices. */
export const NOTICE_POLL = 15_000
