// Code generated from package sdk by go run ./sdk/internal/gen widget. DO NOT EDIT.
import type { RuleCode } from './codes.js';

const postalAU = /^(?:[0-9]{4})$/u;

const postalCA = /^(?:[ABCEGHJ-NPRSTVXY][0-9][ABCEGHJ-NPRSTV-Z][ -]?[0-9][ABCEGHJ-NPRSTV-Z][0-9])$/u;

const postalGB =
  /^(?:GIR ?0AA|(?:[A-PR-UWYZ][0-9]{1,2}|[A-PR-UWYZ][A-HK-Y][0-9]{1,2}|[A-PR-UWYZ][0-9][A-HJKPSTUW]|[A-PR-UWYZ][A-HK-Y][0-9][ABEHMNPRVWXY]) ?[0-9][ABD-HJLNP-UW-Z]{2})$/u;

const postalMX = /^(?:[0-9]{5})$/u;

const postalNZ = /^(?:[0-9]{4})$/u;

const postalUS = /^(?:[0-9]{5}(?:-[0-9]{4})?)$/u;

/** How countries write their postal codes; `spaced` is how many characters follow the space. */
export const postalFormats: Readonly<Record<string, { pattern: RegExp; spaced?: number; region?: RuleCode }>> = {
  AU: { pattern: postalAU },
  CA: { pattern: postalCA, spaced: 3, region: 'postal_code_province' },
  GB: { pattern: postalGB, spaced: 3 },
  GG: { pattern: postalGB, spaced: 3 },
  IM: { pattern: postalGB, spaced: 3 },
  JE: { pattern: postalGB, spaced: 3 },
  MX: { pattern: postalMX },
  NZ: { pattern: postalNZ },
  US: { pattern: postalUS, region: 'postal_code_state' },
};

/** What the postal codes of a region start with: single prefixes, and ranges of them. */
export const postalPrefixes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  CA: {
    AB: 'T',
    BC: 'V',
    MB: 'R',
    NB: 'E',
    NL: 'A',
    NS: 'B',
    NT: 'X',
    NU: 'X',
    ON: 'K-N P',
    PE: 'C',
    QC: 'G H J K1A',
    SK: 'S R8A',
    YT: 'Y',
  },
  US: {
    AA: '340',
    AE: '09',
    AK: '995-999',
    AL: '35-36',
    AP: '962-966',
    AR: '716-719 72',
    AS: '96799',
    AZ: '85-86',
    CA: '90-95 960-961',
    CO: '80-81',
    CT: '06',
    DC: '200 202-205 569',
    DE: '197-199',
    FL: '32-33 341-349',
    GA: '30-31 398 39901',
    GU: '9691-9692 96931-96932',
    HI: '9670-9678 96790-96798 968',
    IA: '50-52',
    ID: '832-839',
    IL: '60-62',
    IN: '46-47',
    KS: '66-67',
    KY: '40-41 420-427',
    LA: '70 710-715',
    MA: '01 020-027 05501 05544',
    MD: '206-209 21',
    ME: '039 04',
    MI: '48-49',
    MN: '55 560-567',
    MO: '63-65',
    MP: '96950-96952',
    MS: '386-389 390-397',
    MT: '59',
    NC: '27-28',
    ND: '58',
    NE: '68-69',
    NH: '030-038',
    NJ: '07-08',
    NM: '87 880-884',
    NV: '889 89',
    NY: '10-14 06390 00501 00544',
    OH: '43-45',
    OK: '73-74',
    OR: '97',
    PA: '15-18 190-196',
    PR: '006-007 009',
    RI: '028-029',
    SC: '29',
    SD: '57',
    TN: '37 380-385',
    TX: '75-79 885 73301 73344',
    UT: '84',
    VA: '201 22-23 240-246',
    VI: '008',
    VT: '05',
    WA: '98 990-994',
    WI: '53-54',
    WV: '247-249 25-26',
    WY: '82 830-831 83414',
  },
};

/** What the post of the US armed forces calls its cities, and the states that they need. */
export const militaryPosts: readonly string[] = ['APO', 'FPO', 'DPO'];
export const militaryRegions: readonly string[] = ['AA', 'AE', 'AP'];
