import type { ThemeConfig } from 'antd'

type Tokens = NonNullable<ThemeConfig['token']>
type Components = NonNullable<ThemeConfig['components']>

/**
 * The console's colours and measures. Ink, cinnabar red used like a seal, rice-document grey: red is
 * for the top line, the logo, the selected menu entry or tab, one primary button a view and checked
 * boxes. Links are ink blue, errors red-orange. Contrast of every pair is at least WCAG AA.
 * This file is the only place that names a colour.
 */
export const lightTokens = {
  "fontFamily": "system-ui,-apple-system,\"Segoe UI\",\"PingFang SC\",\"HarmonyOS Sans SC\",\"MiSans\",\"Microsoft YaHei UI\",\"Microsoft YaHei\",\"Source Han Sans SC\",\"Noto Sans CJK SC\",\"Noto Sans SC\",sans-serif",
  "fontFamilyCode": "ui-monospace,\"Cascadia Mono\",Consolas,\"Sarasa Mono SC\",\"Noto Sans Mono CJK SC\",monospace",
  "fontSize": 14,
  "borderRadius": 4,
  "borderRadiusLG": 6,
  "borderRadiusSM": 3,
  "controlHeight": 32,
  "wireframe": false,
  "motionDurationMid": "0.15s",
  "motionDurationSlow": "0.2s",
  "lineWidthFocus": 2,
  "colorPrimary": "#A61C30",
  "colorPrimaryHover": "#BD3A4B",
  "colorPrimaryActive": "#841325",
  "colorPrimaryBg": "#FBF0F0",
  "colorPrimaryBgHover": "#F6E0E1",
  "colorPrimaryBorder": "#E2B4B9",
  "colorPrimaryBorderHover": "#CE7E89",
  "colorPrimaryText": "#A61C30",
  "colorPrimaryTextHover": "#BD3A4B",
  "colorPrimaryTextActive": "#841325",
  "colorError": "#C73E00",
  "colorErrorHover": "#B03700",
  "colorErrorActive": "#8F2D00",
  "colorErrorBg": "#FFF4EC",
  "colorErrorBgHover": "#FFE7D6",
  "colorErrorBgFilledHover": "#FFE0CA",
  "colorErrorBgActive": "#FFD3B3",
  "colorErrorBorder": "#F0B08A",
  "colorErrorBorderHover": "#E58A54",
  "colorErrorText": "#C73E00",
  "colorErrorTextHover": "#B03700",
  "colorErrorTextActive": "#8F2D00",
  "colorWarning": "#8A6400",
  "colorWarningHover": "#735300",
  "colorWarningActive": "#5C4300",
  "colorWarningBg": "#FFF7E3",
  "colorWarningBgHover": "#FCEBBF",
  "colorWarningBorder": "#E3C476",
  "colorWarningBorderHover": "#CBA544",
  "colorWarningText": "#8A6400",
  "colorSuccess": "#2B7A4B",
  "colorSuccessHover": "#236540",
  "colorSuccessActive": "#1B5033",
  "colorSuccessBg": "#EDF6F0",
  "colorSuccessBgHover": "#D6EBDD",
  "colorSuccessBorder": "#9CCBAE",
  "colorSuccessBorderHover": "#6FB089",
  "colorSuccessText": "#2B7A4B",
  "colorInfo": "#2B5C9E",
  "colorInfoHover": "#234C83",
  "colorInfoActive": "#1B3C69",
  "colorInfoBg": "#EEF3FA",
  "colorInfoBgHover": "#DBE6F4",
  "colorInfoBorder": "#A9C2E2",
  "colorInfoBorderHover": "#7CA1D0",
  "colorInfoText": "#2B5C9E",
  "colorLink": "#24569A",
  "colorLinkHover": "#3A6FB8",
  "colorLinkActive": "#1A4078",
  "colorText": "#1F2329",
  "colorTextHeading": "#1F2329",
  "colorTextSecondary": "#4E5661",
  "colorTextLabel": "#4E5661",
  "colorTextTertiary": "#666D78",
  "colorTextDescription": "#666D78",
  "colorTextPlaceholder": "#6F7580",
  "colorTextQuaternary": "#A8ADB5",
  "colorTextDisabled": "#A8ADB5",
  "colorIcon": "#666D78",
  "colorBgLayout": "#F5F4F1",
  "colorBgContainer": "#FFFFFF",
  "colorBgElevated": "#FFFFFF",
  "colorFillAlter": "#F7F6F3",
  "colorBorder": "#D5D2CB",
  "colorBorderSecondary": "#E6E3DD",
  "colorSplit": "#ECEAE5",
  "controlItemBgHover": "#F8F7F4",
  "controlItemBgActive": "#EDF2F9",
  "controlItemBgActiveHover": "#E1EAF5",
  "controlOutline": "rgba(43,92,158,.22)",
  "colorBgSpotlight": "#2A2E35"
} as const satisfies Partial<Tokens> & Record<string, unknown>

export const lightComponents = {
  "Input": {
    "colorBorder": "#8F8D88",
    "activeBorderColor": "#2B5C9E",
    "hoverBorderColor": "#5F6670",
    "activeShadow": "0 0 0 2px rgba(43,92,158,.18)"
  },
  "InputNumber": {
    "colorBorder": "#8F8D88",
    "activeBorderColor": "#2B5C9E",
    "hoverBorderColor": "#5F6670"
  },
  "Select": {
    "colorBorder": "#8F8D88",
    "activeBorderColor": "#2B5C9E",
    "hoverBorderColor": "#5F6670",
    "optionSelectedBg": "#EDF2F9"
  },
  "DatePicker": {
    "colorBorder": "#8F8D88",
    "activeBorderColor": "#2B5C9E",
    "hoverBorderColor": "#5F6670"
  },
  "Checkbox": {
    "colorBorder": "#8F8D88"
  },
  "Radio": {
    "colorBorder": "#8F8D88"
  },
  "Tree": {
    "colorBorder": "#8F8D88"
  },
  "Table": {
    "headerBg": "#F7F6F3",
    "headerColor": "#4E5661",
    "headerSplitColor": "#E0DCD4",
    "borderColor": "#E6E3DD",
    "rowHoverBg": "#F8F7F4",
    "rowSelectedBg": "#EDF2F9",
    "rowSelectedHoverBg": "#E1EAF5",
    "cellPaddingBlockMD": 9,
    "cellPaddingInlineMD": 12,
    "cellPaddingBlockSM": 6,
    "headerBorderRadius": 4
  },
  "Menu": {
    "itemSelectedBg": "#FBF0F0",
    "itemSelectedColor": "#A61C30",
    "itemHoverBg": "#EFEDE8",
    "itemHeight": 36,
    "itemMarginInline": 8,
    "itemBorderRadius": 4,
    "subMenuItemBg": "transparent",
    "itemBg": "transparent",
    "activeBarBorderWidth": 0
  },
  "Layout": {
    "headerBg": "#FFFFFF",
    "siderBg": "#FAF9F7",
    "bodyBg": "#F5F4F1",
    "headerHeight": 48,
    "headerPadding": "0 16px"
  },
  "Tabs": {
    "inkBarColor": "#A61C30",
    "itemSelectedColor": "#A61C30",
    "itemColor": "#4E5661"
  },
  "Button": {
    "primaryShadow": "none",
    "defaultShadow": "none",
    "dangerShadow": "none",
    "fontWeight": 500,
    "defaultBorderColor": "#B9B5AD",
    "defaultHoverColor": "#1F2329",
    "defaultHoverBorderColor": "#5F6670",
    "defaultActiveColor": "#1F2329",
    "defaultActiveBorderColor": "#4E5661"
  },
  "Tag": {
    "defaultBg": "#F0F0EE",
    "defaultColor": "#565D68"
  },
  "Card": {
    "headerFontSize": 15
  }
} as Components

export const darkTokens = {
  "fontFamily": "system-ui,-apple-system,\"Segoe UI\",\"PingFang SC\",\"HarmonyOS Sans SC\",\"MiSans\",\"Microsoft YaHei UI\",\"Microsoft YaHei\",\"Source Han Sans SC\",\"Noto Sans CJK SC\",\"Noto Sans SC\",sans-serif",
  "fontFamilyCode": "ui-monospace,\"Cascadia Mono\",Consolas,\"Sarasa Mono SC\",\"Noto Sans Mono CJK SC\",monospace",
  "fontSize": 14,
  "borderRadius": 4,
  "borderRadiusLG": 6,
  "borderRadiusSM": 3,
  "controlHeight": 32,
  "wireframe": false,
  "motionDurationMid": "0.15s",
  "motionDurationSlow": "0.2s",
  "lineWidthFocus": 2,
  "colorPrimary": "#C4364A",
  "colorPrimaryHover": "#CC4356",
  "colorPrimaryActive": "#A92A3D",
  "colorPrimaryBg": "#35181D",
  "colorPrimaryBgHover": "#472027",
  "colorPrimaryBorder": "#6B2B36",
  "colorPrimaryBorderHover": "#8A3744",
  "colorPrimaryText": "#F2919B",
  "colorPrimaryTextHover": "#F7AEB5",
  "colorPrimaryTextActive": "#E5707D",
  "colorError": "#F5894F",
  "colorErrorHover": "#F9A577",
  "colorErrorActive": "#E06F33",
  "colorErrorBg": "#33200F",
  "colorErrorBgHover": "#452B14",
  "colorErrorBgFilledHover": "#452B14",
  "colorErrorBgActive": "#57361A",
  "colorErrorBorder": "#7A4A24",
  "colorErrorBorderHover": "#99602F",
  "colorErrorText": "#F5894F",
  "colorErrorTextHover": "#F9A577",
  "colorWarning": "#E0A93B",
  "colorWarningBg": "#2E2410",
  "colorWarningBgHover": "#3D3016",
  "colorWarningBorder": "#6B5320",
  "colorWarningText": "#E0A93B",
  "colorSuccess": "#5FBF85",
  "colorSuccessBg": "#14291D",
  "colorSuccessBgHover": "#1C3828",
  "colorSuccessBorder": "#2F5E42",
  "colorSuccessText": "#5FBF85",
  "colorInfo": "#7FB0EA",
  "colorInfoBg": "#16263A",
  "colorInfoBgHover": "#1D3350",
  "colorInfoBorder": "#33557F",
  "colorInfoText": "#7FB0EA",
  "colorLink": "#86B4EC",
  "colorLinkHover": "#A9CBF4",
  "colorLinkActive": "#6C9FDD",
  "colorText": "#E8E6E1",
  "colorTextHeading": "#F1EFEA",
  "colorTextSecondary": "#B9BCC2",
  "colorTextLabel": "#B9BCC2",
  "colorTextTertiary": "#9A9FA8",
  "colorTextDescription": "#9A9FA8",
  "colorTextPlaceholder": "#8D929B",
  "colorTextQuaternary": "#5F656F",
  "colorTextDisabled": "#5F656F",
  "colorIcon": "#9A9FA8",
  "colorBgLayout": "#131519",
  "colorBgContainer": "#1B1E23",
  "colorBgElevated": "#24282F",
  "colorFillAlter": "#20242A",
  "colorBorder": "#3A3F47",
  "colorBorderSecondary": "#2C3037",
  "colorSplit": "#2C3037",
  "controlItemBgHover": "#23272E",
  "controlItemBgActive": "#1F2E42",
  "controlItemBgActiveHover": "#263A54",
  "controlOutline": "rgba(127,176,234,.28)",
  "colorBgSpotlight": "#3A4049"
} as const satisfies Partial<Tokens> & Record<string, unknown>

export const darkComponents = {
  "Input": {
    "colorBorder": "#757B85",
    "activeBorderColor": "#7FB0EA",
    "hoverBorderColor": "#9AA1AC"
  },
  "InputNumber": {
    "colorBorder": "#757B85",
    "activeBorderColor": "#7FB0EA"
  },
  "Select": {
    "colorBorder": "#757B85",
    "activeBorderColor": "#7FB0EA",
    "hoverBorderColor": "#9AA1AC",
    "optionSelectedBg": "#1F2E42"
  },
  "DatePicker": {
    "colorBorder": "#757B85",
    "activeBorderColor": "#7FB0EA",
    "hoverBorderColor": "#9AA1AC"
  },
  "Checkbox": {
    "colorBorder": "#757B85"
  },
  "Radio": {
    "colorBorder": "#757B85"
  },
  "Tree": {
    "colorBorder": "#757B85"
  },
  "Table": {
    "headerBg": "#20242A",
    "headerColor": "#B9BCC2",
    "borderColor": "#2C3037",
    "rowHoverBg": "#20242A",
    "rowSelectedBg": "#1F2E42",
    "rowSelectedHoverBg": "#263A54",
    "cellPaddingBlockMD": 9,
    "cellPaddingInlineMD": 12
  },
  "Menu": {
    "itemSelectedBg": "#35181D",
    "itemSelectedColor": "#F2919B",
    "subMenuItemSelectedColor": "#F2919B",
    "itemHoverBg": "#23272E",
    "itemHeight": 36,
    "itemBg": "transparent",
    "subMenuItemBg": "transparent",
    "itemBorderRadius": 4,
    "itemMarginInline": 8
  },
  "Layout": {
    "headerBg": "#1B1E23",
    "siderBg": "#171A1E",
    "bodyBg": "#131519",
    "headerHeight": 48,
    "headerPadding": "0 16px"
  },
  "Tabs": {
    "inkBarColor": "#F2919B",
    "itemSelectedColor": "#F2919B"
  },
  "Pagination": {
    "itemActiveColor": "#F2919B"
  },
  "Button": {
    "primaryShadow": "none",
    "defaultShadow": "none",
    "dangerShadow": "none",
    "dangerColor": "#1A1C20",
    "fontWeight": 500,
    "defaultHoverColor": "#E8E6E1",
    "defaultHoverBorderColor": "#9AA1AC",
    "defaultActiveColor": "#E8E6E1",
    "defaultActiveBorderColor": "#B9BCC2"
  },
  "Tag": {
    "defaultBg": "#2A2F36",
    "defaultColor": "#B9BCC2"
  }
} as Components

/** Colours of status tags, by tone: text on ground. */
export const toneColours = {
  light: {
    grey: ['#565D68', '#F0F0EE'],
    amber: ['#8A6400', '#FFF7E3'],
    blue: ['#2B5C9E', '#EEF3FA'],
    green: ['#2B7A4B', '#EDF6F0'],
    red: ['#C73E00', '#FFF4EC'],
    violet: ['#6B4FA0', '#F3EFFA'],
    teal: ['#0F7285', '#E9F5F7'],
  },
  dark: {
    grey: ['#B9BCC2', '#2A2F36'],
    amber: ['#E0A93B', '#2E2410'],
    blue: ['#7FB0EA', '#16263A'],
    green: ['#5FBF85', '#14291D'],
    red: ['#F5894F', '#33200F'],
    violet: ['#B9A3E3', '#2A2338'],
    teal: ['#5CC2D6', '#10292E'],
  },
} as const

/** Colours of the menu beside the page, which is not antd's. */
export const menuColours = {
  light: { hover: '#EFEDE8', here: '#FBF0F0', hereInk: '#A61C30' },
  dark: { hover: '#23272E', here: '#35181D', hereInk: '#F2919B' },
} as const

/** Ink of the watermark: seen on a photograph of the screen, not in the way of reading. */
export const watermarkInk = { light: 'rgba(31,35,41,.07)', dark: 'rgba(232,230,225,.06)' } as const

/** Colours outside antd's tokens. */
/** Series of charts, told apart also by people who see few colours. */
export const chartColours = {
  light: ['#146794', '#C27F52', '#339A8A', '#9079DD', '#A83C59', '#274D0F'],
  dark: ['#89C1EE', '#E7A662', '#57E7CD', '#987BD4', '#F895A4', '#758457'],
} as const
/**
 * The same for eyes that do not tell red from green: along blue and orange alone, neighbours apart in lightness, so that they differ in
 * grey as well. Each is at 3:1 on its ground.
 */
export const weakChartColours = {
  light: ['#0B3D66', '#C8680A', '#6B3A00', '#4F8FC0', '#1E1E1E', '#7F7F7F'],
  dark: ['#9CCBF2', '#4F8FC0', '#F7DDB0', '#F2A03D', '#FFFFFF', '#A9A9A9'],
} as const
/** Tones that are drawn otherwise then: green as teal, red darker than amber on light ground and lighter on dark. */
export const weakToneColours = {
  light: { green: toneColours.light.teal, red: ['#8F2D00', '#FFF4EC'] },
  dark: { green: toneColours.dark.teal, red: ['#FFC4A3', toneColours.dark.red[1]] },
} as const
export const brand = { seal: '#A61C30', loginPanel: '#5E1420', onSeal: '#FFFFFF' } as const
