/** Parts that the tables list: numbers with dots, slashes and zeros in front, names in twelve languages. */

export interface Part {
  name: string
  brand: string
  number: string
  /** Hundredths of the table's currency. */
  cents: number
  qty: number
}

const NUMBERS: readonly Omit<Part, 'name'>[] = [
  { brand: 'Bosch', number: '0 986 424 815', cents: 3890, qty: 1 },
  { brand: 'Brembo', number: '09.A758.11', cents: 8900, qty: 2 },
  { brand: 'Mann-Filter', number: 'HU 719/7 x', cents: 1298, qty: 1 },
  { brand: 'NGK', number: '3199', cents: 875, qty: 4 },
  { brand: 'Garrett', number: '454158-5003S', cents: 129_900, qty: 1 },
  { brand: 'Elring', number: '115.100', cents: 4950, qty: 1 },
  { brand: 'Febi', number: '07119904512', cents: 625, qty: 8 },
  { brand: 'ATE', number: '03.9901-5802.2', cents: 1205, qty: 3 },
  { brand: 'SKF', number: 'VKBA3569', cents: 7125, qty: 2 },
]

const NAMES: Readonly<Record<string, string>> = {
  en: 'Brake pads, front|Brake disc 312 mm|Oil filter|Spark plug|Turbocharger|Head gasket 1.2 mm|Bolt M10x1.5|Brake fluid DOT 4|Wheel bearing kit',
  de: 'Bremsbeläge vorne|Bremsscheibe 312 mm|Ölfilter|Zündkerze|Turbolader|Zylinderkopfdichtung 1,2 mm|Schraube M10x1,5|Bremsflüssigkeit DOT 4|Radlagersatz',
  fr: 'Plaquettes de frein avant|Disque de frein 312 mm|Filtre à huile|Bougie allumage|Turbocompresseur|Joint de culasse 1,2 mm|Vis M10x1,5|Liquide de frein DOT 4|Roulement de roue',
  es: 'Pastillas de freno delanteras|Disco de freno 312 mm|Filtro de aceite|Bujía|Turbocompresor|Junta de culata 1,2 mm|Tornillo M10x1,5|Líquido de frenos DOT 4|Rodamiento de rueda',
  it: 'Pastiglie freno anteriori|Disco freno 312 mm|Filtro olio|Candela|Turbocompressore|Guarnizione testata 1,2 mm|Vite M10x1,5|Liquido freni DOT 4|Cuscinetto ruota',
  nl: 'Remblokken voor|Remschijf 312 mm|Oliefilter|Bougie|Turbolader|Koppakking 1,2 mm|Bout M10x1,5|Remvloeistof DOT 4|Wiellager',
  pl: 'Klocki hamulcowe przód|Tarcza hamulcowa 312 mm|Filtr oleju|Świeca zapłonowa|Turbosprężarka|Uszczelka głowicy 1,2 mm|Śruba M10x1,5|Płyn hamulcowy DOT 4|Łożysko koła',
  pt: 'Pastilhas de freio dianteiras|Disco de freio 312 mm|Filtro de óleo|Vela de ignição|Turbocompressor|Junta do cabeçote 1,2 mm|Parafuso M10x1,5|Fluido de freio DOT 4|Rolamento de roda',
  sv: 'Bromsbelägg fram|Bromsskiva 312 mm|Oljefilter|Tändstift|Turbo|Topplockspackning 1,2 mm|Bult M10x1,5|Bromsvätska DOT 4|Hjullager',
  cs: 'Brzdové destičky přední|Brzdový kotouč 312 mm|Olejový filtr|Zapalovací svíčka|Turbodmychadlo|Těsnění hlavy 1,2 mm|Šroub M10x1,5|Brzdová kapalina DOT 4|Ložisko kola',
  ru: 'Колодки передние|Диск тормозной 312 мм|Фильтр масляный|Свеча зажигания|Турбина|Прокладка ГБЦ 1,2 мм|Болт М10х1,5|Тормозная жидкость DOT 4|Подшипник ступицы',
  tr: 'Ön fren balatası|Fren diski 312 mm|Yağ filtresi|Buji|Turboşarj|Silindir kapak contası 1,2 mm|Cıvata M10x1,5|Fren hidroliği DOT 4|Teker rulmanı',
  ja: 'ブレーキパッド フロント|ブレーキディスク 312 mm|オイルフィルター|スパークプラグ|ターボチャージャー|ヘッドガスケット 1.2 mm|ボルト M10x1.5|ブレーキフルード DOT 4|ハブベアリング',
  zh: '前刹车片|刹车盘 312 mm|机油滤清器|火花塞|涡轮增压器|气缸垫 1.2 mm|螺栓 M10x1.5|刹车油 DOT 4|轮毂轴承',
}
const NEAR: Readonly<Record<string, string>> = { nb: 'sv', da: 'sv', fi: 'sv' }

/** Parts from the pool, beginning at `from`. */
export function partsOf(language: string, from: number, count: number): Part[] {
  const names = (NAMES[NEAR[language] ?? language] ?? '').split('|')
  return NUMBERS.map((part, at) => ({ ...part, name: names[at] ?? '' })).flatMap((_, at, all) => {
    const part = all[(from + at) % all.length]
    return part && at < count ? [part] : []
  })
}
