/** What a sentence leaves open, read off its text: a value that is missing is an error of types. */

/** "name" of "Open {name}" */
export type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never

/** "terms" of "Read the <terms>terms</terms>." */
export type Tags<Text extends string> = Text extends `${string}</${infer Tag}>${infer Rest}`
  ? Tag | Tags<Rest>
  : never

type NamesOfEach<Text extends string> = Text extends unknown ? Names<Text> : never

/** The arguments after a text: none where it has no placeholder, and an error where it is not literal. */
export type Values<Text extends string, Given extends string = never> = string extends Text
  ? [never]
  : [Exclude<NamesOfEach<Text>, Given>] extends [never]
    ? []
    : [values: Readonly<Record<Exclude<NamesOfEach<Text>, Given>, string | number>>]
