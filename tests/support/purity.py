"""Reads from the source whether a module changes the state of a game, which nobody may who only answers questions."""

from __future__ import annotations

import ast
from collections.abc import Iterator

ROOTS = {"state", "frame"}
"""Attributes that lead to the state, of whatever object."""
KEPT = {"cache", "kept", "marks"}
"""Attributes of a context that are not for its users to change."""
MUTATING = {
    "add", "append", "clear", "discard", "extend", "insert", "pop", "popitem", "remove", "reverse", "setdefault",
    "sort", "update",
}  # fmt: skip
ACTING = {"touch", "forget", "roll"}
"""Methods of a context that belong to whoever changes something."""
STATES = ("State", "AvaState", "PmState")
LINES = ast.stmt | ast.expr
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def changes(source: str) -> list[int]:
    """Lines that change a column of a state, or what a context keeps, by assignment, deletion or a mutating method."""
    tree = ast.parse(source)
    found: set[int] = set()
    own = {name for node in ast.walk(tree) for name in _bound(node, set()) if name.startswith("self.")}
    for scope in _scopes(tree):
        known = set(own) | _parameters(scope)
        for _ in range(3):  # A name may be bound to a name that is bound further down.
            known |= {name for node in _inside(scope) for name in _bound(node, known)}
        found |= {node.lineno for node in _inside(scope) if isinstance(node, LINES) and _changing(node, known)}
    return sorted(found)


def _scopes(tree: ast.Module) -> Iterator[ast.AST]:
    yield tree
    yield from (n for n in ast.walk(tree) if isinstance(n, FUNCTIONS))


def _inside(scope: ast.AST) -> Iterator[ast.AST]:
    """What is in a function, functions within it included, as they share its names; of a module what is in none."""
    waiting = [*ast.iter_child_nodes(scope)]
    while waiting:
        node = waiting.pop()
        if isinstance(scope, ast.Module) and isinstance(node, FUNCTIONS):
            continue
        waiting += ast.iter_child_nodes(node)
        if isinstance(node, ast.stmt | ast.expr | ast.comprehension):
            yield node


def _parameters(scope: ast.AST) -> set[str]:
    """Parameters that are said to be a state."""
    if not isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef):
        return set()
    every = [*scope.args.posonlyargs, *scope.args.args, *scope.args.kwonlyargs]
    return {a.arg for a in every if isinstance(a.annotation, ast.Name) and a.annotation.id in STATES}


def _bound(node: ast.AST, known: set[str]) -> Iterator[str]:
    """Names that a statement binds to a state or to something in it."""
    pairs: list[tuple[ast.expr, ast.expr | None]] = []
    if isinstance(node, ast.Assign):
        pairs = [(target, node.value) for target in node.targets]
    elif isinstance(node, ast.AnnAssign | ast.NamedExpr):
        pairs = [(node.target, node.value)]
    elif isinstance(node, ast.For | ast.comprehension):
        each = node.iter
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Name) and each.func.id == "reversed":
            each = each.args[0]
        pairs = [(node.target, each)]
    while pairs:
        target, value = pairs.pop()
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            pairs += zip(target.elts, value.elts, strict=False)
        elif isinstance(target, ast.Name | ast.Attribute) and value is not None and _reached(value, known):
            yield ast.unparse(target)


def _reached(node: ast.expr, known: set[str]) -> bool:
    """Whether an expression is a state or something in it, without a call in between, which would be a copy."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        if isinstance(node, ast.Attribute) and (node.attr in ROOTS or ast.unparse(node) in known):
            return True
        node = node.value
    return isinstance(node, ast.Name) and node.id in known


def _changing(node: ast.AST, known: set[str]) -> bool:
    if isinstance(node, ast.Assign | ast.Delete):
        return any(_written(t, known) for target in node.targets for t in _leaves(target))
    if isinstance(node, ast.AugAssign | ast.AnnAssign):
        return _written(node.target, known)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if _of_context(node.func.value):
            return node.func.attr in MUTATING
        if node.func.attr in ACTING and ast.unparse(node.func.value).split(".")[-1] == "c":
            return True
        return node.func.attr in MUTATING and _reached(node.func.value, known)
    return False


def _leaves(target: ast.expr) -> Iterator[ast.expr]:
    if isinstance(target, ast.Tuple | ast.List):
        for part in target.elts:
            yield from _leaves(part)
    else:
        yield target


def _written(target: ast.expr, known: set[str]) -> bool:
    """Whether what is assigned to or deleted is part of a state, a whole state, or what a context keeps."""
    if isinstance(target, ast.Subscript):
        inner = target.value
        return _reached(inner, known) or _of_context(inner)
    if isinstance(target, ast.Attribute):
        own = isinstance(target.value, ast.Name) and target.value.id == "self"
        return not own and (target.attr in ROOTS or _of_context(target) or _reached(target.value, known))
    return False


def _of_context(node: ast.expr) -> bool:
    """Whether an expression is something that a context keeps; modules that answer questions define no context."""
    return isinstance(node, ast.Attribute) and node.attr in KEPT and ast.unparse(node.value) != "self"
