// Filters the operations of a run by their text. Without this script, all are shown and there is no field.

document.addEventListener('input', ({ target }) => {
  if (target.closest('.filter')) filter(target.closest('section'), target.value.trim().toLowerCase());
});

function filter(section, text) {
  const has = (element) => element.textContent.toLowerCase().includes(text);
  for (const node of section.querySelectorAll('.node')) {
    const operations = [...node.querySelectorAll('.operation')];
    const isNamed = has(node.querySelector('h3'));
    for (const operation of operations) operation.hidden = !isNamed && !has(operation);
    node.hidden = operations.every((operation) => operation.hidden);
    if (text !== '' && !node.hidden) node.open = true;
  }
}
