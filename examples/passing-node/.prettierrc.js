module.exports = { singleQuote: true, useTabs: true, trailingComma: 'all', printWidth: 100 };
